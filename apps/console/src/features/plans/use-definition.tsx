import { LANGUAGES } from '@glasshouse/api/constants';
import { useT } from '@glasshouse/app/language/language';
import { Segmented, Switch, TextField } from '@glasshouse/ui';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Decision } from '../../queue/decision.ts';
import { useDecision } from '../../queue/use-decision.tsx';
import { bodyOf, type Draft, draftOf, type Reserve } from './draft.ts';

const FIGURES = [
  ['days', 'plans:days'],
  ['dailyRate', 'plans:daily'],
  ['min', 'plans:op.min'],
  ['max', 'plans:op.max'],
  ['penaltyRate', 'plans:penalty'],
  ['capacity', 'plans:op.capacity'],
] as const;

/** Asks for a product, new or changed; a second person decides. */
export function useDefinition(onDone: () => void) {
  const t = useT();
  const [known, setKnown] = useState<Reserve>();
  const [draft, setDraft] = useState<Draft>(draftOf(undefined));
  const set = (fields: Partial<Draft>): void => setDraft({ ...draft, ...fields });
  const body = bodyOf(draft, known?.id);
  const title = t(known === undefined ? 'plans:op.new' : 'plans:op.change');
  const make = (): Decision => ({
    kind: 'approve',
    label: title,
    title,
    text: t('plans:op.changeText'),
    fields: (
      <>
        {known === undefined && (
          <>
            <Segmented
              label={t('records:col.product')}
              value={draft.kind}
              onChange={(kind) => set({ kind })}
              options={(['smart', 'staking'] as const).map((value) => ({ value, label: t(`plans:kind.${value}`) }))}
            />
            <TextField
              label={t('records:col.asset')}
              dir="ltr"
              value={draft.asset}
              onChange={(event) => set({ asset: event.currentTarget.value.trim().toUpperCase() })}
            />
          </>
        )}
        {FIGURES.map(([name, label]) => (
          <TextField
            key={name}
            label={t(label)}
            dir="ltr"
            inputMode="decimal"
            value={draft[name]}
            onChange={(event) => set({ [name]: event.currentTarget.value.trim() })}
          />
        ))}
        <Switch label={t('plans:one')} checked={draft.onePerUser} onChange={(onePerUser) => set({ onePerUser })} />
        <Switch label={t('plans:op.onSale')} checked={draft.onSale} onChange={(onSale) => set({ onSale })} />
        {LANGUAGES.map((language) => (
          <TextField
            key={language}
            label={t('plans:op.name', { language })}
            value={draft.names[language]}
            onChange={(event) => set({ names: { ...draft.names, [language]: event.currentTarget.value } })}
          />
        ))}
        <TextField
          label={t('plans:op.from')}
          type="datetime-local"
          dir="ltr"
          value={draft.from}
          onChange={(event) => set({ from: event.currentTarget.value })}
        />
      </>
    ),
    problem: body === undefined ? t('plans:op.wrong') : undefined,
    isUndoable: false,
    stepUp: true,
    done: t('records:users.done'),
    send: ({ reason, idempotencyKey }) =>
      call('definePlan', { body: { ...(body as NonNullable<typeof body>), reason }, idempotencyKey }),
  });
  const decision = useDecision(make, onDone);
  const ask = (product: Reserve | undefined): void => {
    setKnown(product);
    setDraft(draftOf(product));
    decision.ask(undefined);
  };
  return { ask, dialog: decision.dialog };
}
