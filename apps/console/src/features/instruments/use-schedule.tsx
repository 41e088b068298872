import { CORPORATE_ACTION_KINDS, type CorporateActionKind } from '@glasshouse/api/schemas/corporate-actions';
import { useT } from '@glasshouse/app/language/language';
import { Select, TextField } from '@glasshouse/ui';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/client.ts';
import type { Decision } from '../../queue/decision.ts';
import { useDecision } from '../../queue/use-decision.tsx';
import styles from './instruments.module.css';
import { momentOf } from './moment.ts';

const EMPTY = {
  code: '',
  kind: undefined as CorporateActionKind | undefined,
  numerator: '',
  denominator: '1',
  amount: '',
  symbol: '',
  from: '',
  source: '',
};
type Draft = typeof EMPTY;

/** What the kind of an action is described by. */
const hasRatio = ({ kind }: Draft): boolean => kind === 'split';
const hasAmount = ({ kind }: Draft): boolean => kind === 'dividend';
const hasSymbol = ({ kind }: Draft): boolean => kind === 'roll';
/** A change of symbol is refused. */
const KINDS = CORPORATE_ACTION_KINDS.filter((kind) => kind !== 'symbolChange');

const isWhole = (text: string): boolean => /^[1-9]\d{0,3}$/.test(text) && Number(text) <= 1_000;

function isComplete(draft: Draft): boolean {
  if (draft.kind === undefined || draft.code.trim() === '' || draft.source.trim() === '') return false;
  if (hasRatio(draft) && (!isWhole(draft.numerator) || !isWhole(draft.denominator))) return false;
  if (hasAmount(draft) && !/^\d+(\.\d+)?$/.test(draft.amount)) return false;
  return !hasSymbol(draft) || draft.symbol.trim() !== '';
}

/** Asks for an action in the calendar. */
export function useSchedule(onDone: () => void): { readonly ask: () => void; readonly dialog: ReactNode } {
  const t = useT();
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const moment = momentOf(draft.from);
  const text = (name: Exclude<keyof Draft, 'kind'>, label: string, hint?: string) => (
    <TextField
      label={label}
      dir="ltr"
      {...(hint === undefined ? {} : { hint })}
      value={draft[name]}
      onChange={(event) => {
        const { value } = event.currentTarget;
        setDraft((before) => ({ ...before, [name]: value }));
      }}
    />
  );
  const make = (): Decision => ({
    kind: 'approve',
    label: t('records:calendar.schedule'),
    title: t('records:calendar.schedule'),
    text: t('records:calendar.scheduleText'),
    fields: (
      <div className={styles.form}>
        {text('code', t('records:col.code'))}
        <Select
          label={t('records:col.kind')}
          placeholder={t('console:deposits.basisOf.none')}
          value={draft.kind}
          onChange={(kind) => setDraft((before) => ({ ...before, kind: kind as CorporateActionKind }))}
          options={KINDS.map((value) => ({ value, label: t(`records:calendar.kind.${value}`) }))}
        />
        {hasRatio(draft) && text('numerator', t('records:calendar.numerator'))}
        {hasRatio(draft) && text('denominator', t('records:calendar.denominator'))}
        {hasAmount(draft) && text('amount', t('records:calendar.amount'))}
        {hasSymbol(draft) && text('symbol', t('records:calendar.symbol'))}
        {text('from', t('records:instruments.from'), t('records:calendar.fromHint'))}
        {text('source', t('records:calendar.where'))}
      </div>
    ),
    problem:
      typeof moment !== 'string'
        ? t('records:instruments.fromWrong')
        : isComplete(draft)
          ? undefined
          : t('records:calendar.incomplete'),
    isUndoable: false,
    stepUp: true,
    done: t('records:users.done'),
    send: ({ reason, idempotencyKey }) =>
      call('scheduleCorporateAction', {
        body: {
          code: draft.code.trim().toUpperCase(),
          kind: draft.kind as CorporateActionKind,
          numerator: hasRatio(draft) ? Number(draft.numerator) : 1,
          denominator: hasRatio(draft) ? Number(draft.denominator) : 1,
          amount: hasAmount(draft) ? draft.amount : null,
          symbol: hasSymbol(draft) ? draft.symbol.trim() : null,
          effectiveAt: moment ?? '',
          source: draft.source.trim(),
          reason,
        },
        idempotencyKey,
      }),
  });
  const decision = useDecision(make, onDone);
  return {
    ask: () => {
      setDraft(EMPTY);
      decision.ask(undefined);
    },
    dialog: decision.dialog,
  };
}
