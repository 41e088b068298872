import type { CoreState } from '../kernel/core/types.ts';
import { alertsOf } from '../people/alerts/slice.ts';
import { contractsOf } from '../products/contracts/slice.ts';
import { loansOf } from '../products/loans/slice.ts';
import { optionsOf } from '../products/options/slice.ts';
import { spotOf } from '../products/spot/slice.ts';

/** Whether anything waits for prices: an order, a position, an alert or a loan on a pledge. */
export const hasOpenInterest = (state: CoreState): boolean =>
  0 < optionsOf(state).orders.size ||
  0 < contractsOf(state).orders.size ||
  0 < spotOf(state).orders.size ||
  0 < alertsOf(state).alerts.size ||
  0 < loansOf(state).loans.size;
