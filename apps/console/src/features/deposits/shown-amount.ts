import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import type { Formatter } from '@glasshouse/i18n/format';

type Item = OperatorResultOf<'listDepositQueue'>['items'][number];

/** What arrived, of its coin; before, what was reported: by bank in the currency of the account. */
export const shownAmount = (
  format: Pick<Formatter, 'money'>,
  { arrived, claimed, currency, symbol }: Pick<Item, 'arrived' | 'claimed' | 'currency' | 'symbol'>,
): string => (arrived === null ? format.money(claimed ?? '0', currency ?? symbol) : format.money(arrived, symbol));
