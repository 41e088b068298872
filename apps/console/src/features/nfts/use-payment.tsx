import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { AmountField, TextField } from '@glasshouse/ui';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { AMOUNT_DECIMALS } from '../../parts/records/decimals.ts';
import type { Decision } from '../../queue/decision.ts';
import { useDecision } from '../../queue/use-decision.tsx';
import { type Charity, EMPTY_PAYMENT, nameOf, paymentBody } from './draft.ts';
import { PictureField } from './picture-field.tsx';

/** Books a payment that reached a charity, with the picture of it; a second person decides. */
export function usePayment(onDone: () => void) {
  const t = useT();
  const format = useFormat();
  const [charity, setCharity] = useState<Charity>();
  const [draft, setDraft] = useState(EMPTY_PAYMENT);
  const set = (fields: Partial<typeof draft>): void => setDraft({ ...draft, ...fields });
  const body = paymentBody(draft);
  const label = t('nfts:op.pay');
  const make = (): Decision => ({
    kind: 'approve',
    label,
    title: charity === undefined ? label : `${label}: ${nameOf(charity)}`,
    text: t('nfts:op.payText'),
    usual: [t('console:usual.paid')],
    fields: (
      <>
        <AmountField
          label={`${t('records:col.amount')} (${charity?.asset ?? ''})`}
          hint={charity && `${t('nfts:held')}: ${format.money(charity.held, charity.asset)}`}
          asset=""
          decimals={AMOUNT_DECIMALS}
          value={draft.amount}
          onChange={(amount) => set({ amount })}
        />
        <TextField
          label={t('nfts:op.reference')}
          dir="ltr"
          maxLength={128}
          value={draft.reference}
          onChange={(event) => set({ reference: event.currentTarget.value })}
        />
        <TextField
          label={t('nfts:op.paidOn')}
          type="date"
          dir="ltr"
          value={draft.paidOn}
          onChange={(event) => set({ paidOn: event.currentTarget.value })}
        />
        <PictureField
          label={t('nfts:op.proof')}
          upload="uploadPayoutProof"
          fileId={draft.proof}
          onChange={(proof) => set({ proof })}
        />
      </>
    ),
    problem: body === undefined ? t('nfts:op.wrong') : undefined,
    isUndoable: false,
    stepUp: true,
    done: t('records:users.done'),
    send: ({ reason, idempotencyKey }) =>
      call('payCharity', {
        params: { id: charity?.id ?? 0 },
        body: { ...(body as NonNullable<typeof body>), reason },
        idempotencyKey,
      }),
  });
  const decision = useDecision(make, onDone);
  const ask = (chosenCharity: Charity): void => {
    setCharity(chosenCharity);
    setDraft(EMPTY_PAYMENT);
    decision.ask(undefined);
  };
  return { ask, dialog: decision.dialog };
}
