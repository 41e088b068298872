import type { Formatter } from '@glasshouse/i18n/format';
import type { Product } from '@glasshouse/trade/plans/sums';

/** What leaving costs beside what staying pays, for the sentence that says both. */
export const exitWords = ({ exitPenaltyRate, totalYield, cycleDays }: Product, format: Formatter) => ({
  penalty: format.percent(exitPenaltyRate, { max: 4 }),
  yield: format.percent(totalYield, { max: 4 }),
  days: format.number(cycleDays),
});
