import type { Reference } from '../product.ts';
import type { LiveOrders } from './live-orders.ts';
import type { Terms } from './terms.ts';

/** The part of the options model that predictions of single entries use. */
export interface OptionsState {
  readonly terms: Map<string, Terms>;
  readonly live: LiveOrders;
  readonly reference: Reference;
}
