import type { ResultOf } from '@glasshouse/api/calls';
import { BASE_PATH, type Language } from '@glasshouse/api/constants';
import { amountOf, formatAmount, subtract } from '@glasshouse/rules/money';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { inLanguage } from './promise.ts';
import type { Charity, Listing } from './rows.ts';

export type ListingView = ResultOf<'getNftById'>['listing'];
export type CharityView = ResultOf<'getNftById'>['charity'];
export type CardView = ResultOf<'getNftCertificate'>['listing'];

/** A listing with its charity, as it is read. */
export type ListingRow = Listing & { readonly of: Pick<Charity, 'id' | 'language' | 'texts'> };

export const imagePath = (file: string): string => `${BASE_PATH}/index/getNftImage/${file}`;

const stateOf = ({ state, sold, supply }: Listing): ListingView['state'] => {
  if (state === 'onSale') return sold === supply ? 'soldOut' : 'onSale';
  return state === 'ended' ? 'ended' : 'offSale';
};

export function cardView(row: ListingRow, language: Language): CardView {
  const shown = inLanguage(row, language);
  const charity = inLanguage(row.of, language);
  return {
    id: row.id,
    name: shown.name,
    language: shown.language,
    image: imagePath(row.image),
    charity: { id: row.of.id, name: charity.name, language: charity.language },
    asset: row.asset,
    price: row.price,
    supply: row.supply,
    sold: row.sold,
    raised: row.raised,
    state: stateOf(row),
  };
}

export const listingView = (row: ListingRow, language: Language, paidOutAt: number | null): ListingView => ({
  ...cardView(row, language),
  text: inLanguage(row, language).text,
  writtenIn: row.language as Language,
  paidOutAt: paidOutAt === null ? null : isoTime(paidOutAt),
});

export function charityView(
  charity: Charity,
  language: Language,
  totals: { readonly sales: number; readonly payouts: number; readonly lastPaidAt: number | null },
): CharityView {
  const { name, text, language: shown } = inLanguage(charity, language);
  return {
    id: charity.id,
    name,
    text,
    language: shown,
    writtenIn: charity.language as Language,
    registration: charity.registration,
    website: charity.website,
    asset: 'USDT',
    raised: charity.raised,
    paidOut: charity.paid,
    held: formatAmount(subtract(amountOf(charity.raised), amountOf(charity.paid))),
    sales: totals.sales,
    payouts: totals.payouts,
    lastPaidAt: totals.lastPaidAt === null ? null : isoTime(totals.lastPaidAt),
  };
}
