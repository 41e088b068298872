import type { Reference } from '../product.ts';
import type { LiveOrders } from './live-orders.ts';
import type { Terms } from './terms.ts';

/** What the predictions of single entries see of the options model. */
export interface OptionsState {
  readonly terms: Map<string, Terms>;
  readonly live: LiveOrders;
  readonly reference: Reference;
}
