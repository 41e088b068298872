import { useT } from '@glasshouse/app/language/language';
import { AmountField } from '@glasshouse/ui';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { AMOUNT_DECIMALS } from '../../parts/records/decimals.ts';
import type { Decision } from '../../queue/decision.ts';
import { useDecision } from '../../queue/use-decision.tsx';

type Direction = 'fund' | 'draw';
const AMOUNT = /^(?!0(?:\.0+)?$)\d{1,14}(?:\.\d{1,8})?$/;

/** Money between the operator's capital and the lending pool; a second person decides. */
export function usePoolMovement(onDone: () => void) {
  const t = useT();
  const [direction, setDirection] = useState<Direction>('fund');
  const [amount, setAmount] = useState('');
  const label = t(direction === 'draw' ? 'plans:op.draw' : 'plans:op.fund');
  const ends =
    direction === 'draw'
      ? ({ from: 'pool.lending', to: 'capital' } as const)
      : ({ from: 'capital', to: 'pool.lending' } as const);
  const make = (): Decision => ({
    kind: 'approve',
    label,
    title: `${label}: ${t('console:page.lending')}`,
    text: t('records:house.moveText'),
    fields: (
      <AmountField
        label={`${t('records:col.amount')} (USDT)`}
        asset=""
        decimals={AMOUNT_DECIMALS}
        value={amount}
        onChange={setAmount}
      />
    ),
    problem: AMOUNT.test(amount) ? undefined : t('plans:op.wrong'),
    isUndoable: false,
    stepUp: true,
    done: t('records:users.done'),
    send: ({ reason, idempotencyKey }) =>
      call('moveHouse', { body: { book: 'real', asset: 'USDT', ...ends, amount, reason }, idempotencyKey }),
  });
  const decision = useDecision(make, onDone);
  const ask = (next: Direction): void => {
    setDirection(next);
    setAmount('');
    decision.ask(undefined);
  };
  return { ask, dialog: decision.dialog };
}
