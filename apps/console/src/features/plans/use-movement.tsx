import { useT } from '@glasshouse/app/language/language';
import { AmountField } from '@glasshouse/ui';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { AMOUNT_DECIMALS } from '../../parts/records/decimals.ts';
import type { Decision } from '../../queue/decision.ts';
import { useDecision } from '../../queue/use-decision.tsx';
import { isAmount, type Reserve } from './draft.ts';

/** Money into a product's reserve or out of it; a second person decides. */
export function useMovement(onDone: () => void) {
  const t = useT();
  const [movement, setMovement] = useState<{ readonly kind: 'fund' | 'draw'; readonly product: Reserve }>();
  const [amount, setAmount] = useState('');
  const label = t(movement?.kind === 'draw' ? 'plans:op.draw' : 'plans:op.fund');
  const make = (): Decision => ({
    kind: 'approve',
    label,
    title: `${label}: ${movement?.product.name ?? ''}`,
    text: t('plans:op.moveText'),
    fields: (
      <AmountField
        label={`${t('records:col.amount')} (${movement?.product.asset ?? ''})`}
        asset=""
        decimals={AMOUNT_DECIMALS}
        value={amount}
        onChange={setAmount}
      />
    ),
    problem: isAmount(amount) ? undefined : t('plans:op.wrong'),
    isUndoable: false,
    stepUp: true,
    done: t('records:users.done'),
    send: ({ reason, idempotencyKey }) =>
      call(movement?.kind === 'draw' ? 'drawPlan' : 'fundPlan', {
        params: { id: movement?.product.id ?? 0 },
        body: { amount, reason },
        idempotencyKey,
      }),
  });
  const decision = useDecision(make, onDone);
  const ask = (kind: 'fund' | 'draw', product: Reserve): void => {
    setMovement({ kind, product });
    setAmount('');
    decision.ask(undefined);
  };
  return { ask, dialog: decision.dialog };
}
