import { priceOf } from '@glasshouse/rules/money';
import { type Direction, type Outcome, settleOption } from '@glasshouse/rules/options';

/** How an option would end at this price. Prices are decimal text. */
export const outcomeAt = (direction: Direction, price: string, entry: string): Outcome =>
  settleOption({ direction, entry: priceOf(entry), exit: priceOf(price) });
