import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import type { Formatter } from '@glasshouse/i18n/format';

type Item = OperatorResultOf<'listWithdrawalQueue'>['items'][number];

/** What leaves; by bank in the bank's currency, since 2,500 EUR is not 2,500 USDT. */
export const shownAmount = (
  format: Pick<Formatter, 'money'>,
  item: Pick<Item, 'method' | 'amount' | 'symbol' | 'currency' | 'currencyAmount'>,
): string =>
  item.method === 'bank' ? format.money(item.currencyAmount, item.currency) : format.money(item.amount, item.symbol);
