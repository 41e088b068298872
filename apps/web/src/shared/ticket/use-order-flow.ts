import type { BodyOf, ResultOf } from '@glasshouse/api';
import { useState } from 'react';
import { type Failure, isUncertain } from '../../api/failure.ts';
import { type MoneyCall, useMoneyCall } from '../use-money-call.ts';
import { isConfirmWanted } from './confirm-order.tsx';

/** Where a ticket is between the press of its button and the answer. */
export interface OrderFlow {
  readonly asking: boolean;
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  /** The button of the ticket: asks once more, or places the order where the user does not want to be asked. */
  readonly press: () => void;
  readonly confirm: () => void;
  readonly cancel: () => void;
}

interface OrderFlowOptions<Name extends MoneyCall> {
  readonly call: Name;
  /** Undefined while the ticket is not filled in properly: a press then only shows what is wrong. */
  readonly body: BodyOf<Name> | undefined;
  readonly onPress: () => void;
  readonly onPlaced: (order: ResultOf<Name>) => void;
}

/** Press, confirmation and answer, the same for every ticket. */
export function useOrderFlow<Name extends MoneyCall>(options: OrderFlowOptions<Name>): OrderFlow {
  const { body, onPress, onPlaced } = options;
  const money = useMoneyCall(options.call);
  const [asking, setAsking] = useState(false);
  // A refusal is about one order: once something else is typed, it says nothing any more.
  const [sent, setSent] = useState<string>();
  const isAboutThis = sent !== undefined && sent === JSON.stringify(body);
  const place = async () => {
    if (body === undefined) return;
    setSent(JSON.stringify(body));
    const answer = await money.submit(body);
    if (answer.ok || !isUncertain(answer.failure)) setAsking(false);
    if (answer.ok) onPlaced(answer.result);
  };
  return {
    asking: asking && body !== undefined,
    busy: money.busy,
    failure: isAboutThis ? money.failure : undefined,
    press: () => {
      onPress();
      if (body === undefined) return;
      if (isConfirmWanted()) setAsking(true);
      else void place();
    },
    confirm: () => void place(),
    cancel: () => setAsking(false),
  };
}
