import { code } from '@glasshouse/api/codes';
import { refuseUnread } from '../../authority/acknowledgement.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Command, CoreState, Outcome } from '../../kernel/core/types.ts';
import { type BuyBody, take } from './buy.ts';
import type { BuyFacts } from './facts.ts';
import { ownOrder } from './manage.ts';
import { contractsOf, termsOfOrder } from './slice.ts';

export type ReverseBody = { readonly id: number };

/**
 * Closes an open position and opens one of as many lots in the other direction, both by the next
 * tick. Taken as a whole: refused with what the opening would be refused with, as if the position
 * were closed already; but margin and fee of the new one come from the available balance, because
 * what the close gives back is not known yet. 11057 also where a close was asked for, or under
 * terms that close at the last price.
 */
export function reverse(state: CoreState, command: Command<ReverseBody, BuyFacts | null>): Outcome {
  const unread = refuseUnread(state, command, 'contracts');
  if (unread !== undefined) return unread;
  const order = ownOrder(state, command);
  if ('ok' in order) return order;
  const { facts } = command;
  const slice = contractsOf(state);
  const isWhole = order.state === 'open' && order.closing_lots === null;
  const closesNext = termsOfOrder(slice, order).slippageRate !== undefined;
  const opensNext = slice.terms.get(order.code)?.slippageRate !== undefined;
  if (!isWhole || !closesNext || !opensNext || facts === null) return refuse(code.orderAlreadyFinal, 'id');
  const body: BuyBody = {
    code: order.code,
    side: order.side === 'buy' ? 'sell' : 'buy',
    type: 'market',
    lots: order.open_lots,
    leverage: order.leverage,
  };
  return take(state, { ...command, body, facts }, order);
}
