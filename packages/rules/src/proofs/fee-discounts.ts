import { FIRST_FEE_TIERS } from '../fee-tiers.ts';
import { type Rate, rateOf } from '../money.ts';
import { isRecord, listOf, recordOf, textOf } from './document.ts';
import type { LogEntries } from './entries.ts';

/** What the fee tiers of its day took off an order's fees: by the log, or those of the start. */
export function discountsOf(entries: LogEntries): readonly Rate[] {
  const defined = entries.find(['levels.define'], ({ body }) => isRecord(body));
  if (defined === undefined) return FIRST_FEE_TIERS.map(({ feeDiscount }) => feeDiscount);
  return listOf(defined.body.tiers, 'the fee tiers').map((item) =>
    rateOf(textOf(recordOf(item, 'a fee tier').feeDiscount, 'a discount')),
  );
}
