import type { BodyOf, ResultOf } from '@glasshouse/api';
import { type Failure, isUncertain } from '@glasshouse/client/failure';
import { type Refusal, refusedField } from '@glasshouse/trade/ticket/refused-field';
import type { TicketState } from '@glasshouse/trade/ticket/ticket';
import { useState } from 'react';
import { type MoneyCall, useMoneyCall } from '../calls/use-money-call.ts';
import { isConfirmWanted } from './confirm-in-place.tsx';

/** Where a ticket is between the press of its button and the answer. */
export interface OrderFlow {
  readonly confirming: boolean;
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  /** The failure, when it is about one field of the form. */
  readonly refusal: Refusal | undefined;
  /**
   * The button of the ticket: asks for confirmation, or places the order where the user turned that
   * off, or has confirmed it beside the risk notice.
   */
  readonly press: (options?: { readonly isConfirmed: boolean }) => void;
  readonly confirm: () => void;
  readonly cancel: () => void;
}

interface OrderFlowOptions<Name extends MoneyCall> {
  readonly call: Name;
  /** Without a body, a press only shows what is wrong. */
  readonly ticket: Pick<TicketState<unknown, unknown, string, BodyOf<Name>>, 'body' | 'fields' | 'leave'>;
  readonly onPress?: (() => void) | undefined;
  readonly onPlaced: (order: ResultOf<Name>) => void;
}

/** Press, confirmation and answer, the same for every ticket. */
export function useOrderFlow<Name extends MoneyCall>(options: OrderFlowOptions<Name>): OrderFlow {
  const { call, ticket, onPress, onPlaced } = options;
  const { body } = ticket;
  const money = useMoneyCall(call);
  const [confirming, setConfirming] = useState(false);
  // A failure is about the order that was sent: once the draft changes, it no longer applies.
  const [sent, setSent] = useState<string>();
  const failure = sent !== undefined && sent === JSON.stringify(body) ? money.failure : undefined;
  const place = async () => {
    if (body === undefined) return;
    setSent(JSON.stringify(body));
    const answer = await money.submit(body);
    if (answer.ok || !isUncertain(answer.failure)) setConfirming(false);
    if (answer.ok) onPlaced(answer.result);
  };
  return {
    confirming: confirming && body !== undefined,
    busy: money.busy,
    failure,
    refusal: refusedField(failure, ticket.fields),
    press: ({ isConfirmed } = { isConfirmed: false }) => {
      ticket.leave();
      onPress?.();
      if (body === undefined) return;
      if (isConfirmed || !isConfirmWanted()) void place();
      else setConfirming(true);
    },
    confirm: () => void place(),
    cancel: () => setConfirming(false),
  };
}
