import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { useT } from '@glasshouse/app/language/language';
import { TextField } from '@glasshouse/ui';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/client.ts';
import { ValueField } from '../../parts/fields/value-field.tsx';
import { type Draft, draftOf, type Shape, valueFrom } from '../../parts/fields/value-field-shape.ts';
import { ChangeTable } from '../../parts/records/change-table.tsx';
import { useTermHelp, useTermLabel } from '../../parts/records/term-label.tsx';
import type { Decision } from '../../queue/decision.ts';
import { useDecision } from '../../queue/use-decision.tsx';
import styles from './instruments.module.css';
import { momentOf } from './moment.ts';

type Terms = OperatorResultOf<'getTerms'>;
type Field = Terms['fields'][number];

const SHAPES: Readonly<Record<Field['kind'], Shape>> = {
  amount: { as: 'text', columns: [], numbers: [] },
  rate: { as: 'text', columns: [], numbers: [] },
  flag: { as: 'text', columns: [], numbers: [] },
  integer: { as: 'number', columns: [], numbers: [] },
  periods: {
    as: 'rows',
    columns: ['seconds', 'payoutRate', 'feeRate', 'stakeMin', 'stakeMax'],
    numbers: ['seconds'],
  },
  tiers: { as: 'rows', columns: ['floor', 'maintenanceRate', 'maxLeverage'], numbers: ['maxLeverage'] },
  feeTiers: { as: 'rows', columns: ['fees30d', 'feeDiscount', 'referralShare'], numbers: [], isFixed: true },
  beforeClose: { as: 'row', columns: ['minutes', 'maxLeverage'], numbers: ['minutes', 'maxLeverage'] },
  closeRequirement: { as: 'row', columns: ['minutes', 'rate'], numbers: ['minutes'] },
  ladder: { as: 'row', columns: ['levels', 'spacingPpm', 'levelAmount'], numbers: ['levels', 'spacingPpm'] },
};

/** Asks for a change of terms: only the fields that differ are sent. */
export function useTermsChange(
  terms: Terms | undefined,
  onDone: () => void,
  title?: string,
): { readonly ask: () => void; readonly dialog: ReactNode } {
  const t = useT();
  const labelOf = useTermLabel();
  const helpOf = useTermHelp();
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  const [from, setFrom] = useState('');
  const fields = terms?.fields.filter(({ changeable }) => changeable) ?? [];
  const draftFor = (field: Field): Draft => drafts[field.field] ?? draftOf(SHAPES[field.kind], field.value);
  const changed = Object.fromEntries(
    fields
      .map((field) => [field, valueFrom(SHAPES[field.kind], draftFor(field))] as const)
      .filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(normal(field)))
      .map(([field, value]) => [field.field, value]),
  );
  const before = Object.fromEntries(
    fields.filter(({ field }) => Object.hasOwn(changed, field)).map((field) => [field.field, normal(field)]),
  );
  const hintOf = ({ field, min, max }: Field): string | undefined => {
    const range = min === null ? undefined : `\u2066${min} – ${max}\u2069`;
    const help = helpOf(field);
    return help === undefined || range === undefined ? (help ?? range) : `${help} ${range}`;
  };
  const moment = momentOf(from);
  const make = (): Decision => ({
    kind: 'approve',
    label: t('records:instruments.change'),
    title: title ?? t('records:instruments.changeTitle', { code: terms?.code ?? '' }),
    text: t('records:instruments.changeText'),
    fields: (
      <div className={styles.form}>
        {fields.map((field) => (
          <ValueField
            key={field.field}
            label={labelOf(field.field)}
            hint={hintOf(field)}
            shape={SHAPES[field.kind]}
            draft={draftFor(field)}
            onChange={(draft) => setDrafts({ ...drafts, [field.field]: draft })}
          />
        ))}
        <TextField
          label={t('records:instruments.from')}
          hint={t('records:instruments.fromHint')}
          dir="ltr"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        {0 < Object.keys(changed).length && (
          <section aria-label={t('records:instruments.whatChanges')} aria-live="polite">
            <ChangeTable before={before} after={changed} changedOnly />
          </section>
        )}
      </div>
    ),
    problem:
      moment === null
        ? t('records:instruments.fromWrong')
        : Object.keys(changed).length === 0
          ? t('records:instruments.noChange')
          : undefined,
    isUndoable: false,
    stepUp: true,
    done: t('records:users.done'),
    send: ({ reason, idempotencyKey }) =>
      call('changeTerms', {
        params: { product: terms?.product ?? 'options', code: terms?.code ?? '' },
        body: { fields: changed, reason, ...(typeof moment === 'string' && { effectiveFrom: moment }) },
        idempotencyKey,
      }),
  });
  const decision = useDecision(make, onDone);
  return {
    ask: () => {
      setDrafts({});
      setFrom('');
      decision.ask(undefined);
    },
    dialog: decision.dialog,
  };
}

/** The value in force in the order of the form's columns. */
const normal = (field: Field): unknown => valueFrom(SHAPES[field.kind], draftOf(SHAPES[field.kind], field.value));
