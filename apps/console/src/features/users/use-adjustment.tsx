import type { Book } from '@glasshouse/api/constants';
import { useT } from '@glasshouse/app/language/language';
import { AmountField, Segmented, Stack, TextField } from '@glasshouse/ui';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/client.ts';
import { AMOUNT_DECIMALS } from '../../parts/records/decimals.ts';
import type { Decision } from '../../queue/decision.ts';
import { useDecision } from '../../queue/use-decision.tsx';

const AMOUNT = /^(?!0(?:\.0+)?$)\d{1,14}(?:\.\d{1,8})?$/;
const ASSET = /^[A-Z0-9]{2,12}$/;

interface Draft {
  readonly book: Book | undefined;
  readonly direction: 'credit' | 'debit' | undefined;
  readonly amount: string;
  readonly asset: string;
}
/** Nothing is chosen in advance: what is only confirmed is not read. */
const EMPTY: Draft = { book: undefined, direction: undefined, amount: '', asset: '' };

/** Asks for a correction of a person's balance. */
export function useAdjustment(
  params: { readonly id: string },
  onDone: () => void,
): { readonly ask: () => void; readonly dialog: ReactNode } {
  const t = useT();
  const [draft, setDraft] = useState(EMPTY);
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const { book, direction, amount, asset } = draft;
  const body =
    book !== undefined && direction !== undefined && AMOUNT.test(amount) && ASSET.test(asset)
      ? { book, asset, direction, amount }
      : undefined;
  const make = (): Decision => ({
    kind: 'approve',
    label: t('records:users.adjust'),
    title: t('records:users.adjust'),
    text: t('records:users.adjustText'),
    reasonHint: t('records:users.reasonRead'),
    fields: (
      <>
        <Stack row wrap gap={3}>
          <Segmented
            label={t('records:col.kind')}
            value={direction}
            onChange={(next) => set({ direction: next })}
            options={(['credit', 'debit'] as const).map((value) => ({ value, label: t(`records:users.${value}`) }))}
          />
          <Segmented
            label={t('records:col.book')}
            value={book}
            onChange={(next) => set({ book: next })}
            options={(['real', 'demo'] as const).map((value) => ({ value, label: t(`common:book.${value}`) }))}
          />
        </Stack>
        <AmountField
          label={t('records:col.amount')}
          asset={asset}
          decimals={AMOUNT_DECIMALS}
          value={amount}
          onChange={(next) => set({ amount: next })}
        />
        <TextField
          label={t('records:col.asset')}
          dir="ltr"
          value={asset}
          onChange={(event) => set({ asset: event.currentTarget.value.trim().toUpperCase() })}
        />
      </>
    ),
    problem: body === undefined ? t('records:calendar.incomplete') : undefined,
    isUndoable: false,
    stepUp: true,
    done: t('records:users.done'),
    send: ({ reason, idempotencyKey }) =>
      call('adjustUserBalance', { params, body: { ...(body as NonNullable<typeof body>), reason }, idempotencyKey }),
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
