import { code } from '@glasshouse/api/codes';
import { LANGUAGES } from '@glasshouse/api/constants';
import { formatAmount, formatRate, parseAmount, parseRate, rateOf } from '@glasshouse/rules/money';
import { planSums } from '@glasshouse/rules/plans';
import { figureOf } from '../../figures/in-force.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { CoreState, Refusal } from '../../kernel/core/types.ts';
import { Offers } from '../../trading/offers.ts';
import { plansOf } from './slice.ts';
import { PLAN_KINDS, type PlanOffer, type PlanTerms, planCode, TERMS_TABLE } from './terms.ts';

const NAME_LENGTH_MAX = 60;
const ASSET = /^[A-Z0-9]{2,12}$/;

/** The offer in one spelling, or why it makes no sense. */
export function readOffer(state: CoreState, offer: PlanOffer): PlanOffer | Refusal {
  const wrong = (field: string): Refusal => refuse(code.outOfRange, field);
  const names = LANGUAGES.map((language) => [language, offer.names[language]?.trim() ?? ''] as const);
  const isNamed = names.every(([, name]) => name !== '' && name.length <= NAME_LENGTH_MAX);
  if (!isNamed || Object.keys(offer.names).length !== LANGUAGES.length) return wrong('names');
  if (!PLAN_KINDS.includes(offer.kind)) return wrong('kind');
  if (!ASSET.test(offer.asset)) return wrong('asset');
  const { days } = offer;
  if (!Number.isInteger(days) || days < 1 || figureOf(state, 'plans.daysMax') < days) return wrong('days');
  const dailyRate = parseRate(offer.dailyRate);
  if (dailyRate === undefined || dailyRate <= 0n || rateOf(figureOf(state, 'plans.dailyRateMax')) < dailyRate) {
    return wrong('dailyRate');
  }
  const min = parseAmount(offer.min);
  if (min === undefined || min === 0n) return wrong('min');
  // A plan that pays nothing would be sold for nothing.
  if (planSums(min, dailyRate, days).daily === 0n) return wrong('min');
  const max = parseAmount(offer.max);
  if (max === undefined || max < min) return wrong('max');
  const penaltyRate = parseRate(offer.penaltyRate);
  const penaltyMax = rateOf(figureOf(state, 'plans.penaltyRateMax'));
  if (penaltyRate === undefined || penaltyRate < 0n || penaltyMax < penaltyRate) return wrong('penaltyRate');
  const capacity = parseAmount(offer.capacity);
  if (capacity === undefined || capacity < max) return wrong('capacity');
  return {
    code: offer.code,
    names: Object.fromEntries(names),
    kind: offer.kind,
    asset: offer.asset,
    days,
    dailyRate: formatRate(dailyRate),
    min: formatAmount(min),
    max: formatAmount(max),
    penaltyRate: formatRate(penaltyRate),
    capacity: formatAmount(capacity),
    onePerUser: offer.onePerUser,
    onSale: offer.onSale,
  };
}

/** What a product is, and which coin its reserve holds, never changes. */
function accept(offer: PlanOffer, version: number, state: CoreState): PlanTerms | Refusal {
  const read = readOffer(state, offer);
  if ('ok' in read) return read;
  const { terms } = plansOf(state);
  const before = terms.get(offer.code);
  if (before === undefined) {
    if (offer.code !== planCode(terms.size + 1)) return refuse(code.nothingFound, 'product');
    if (figureOf(state, 'plans.productsMax') <= terms.size) return refuse(code.capacityReached);
  } else if (before.kind !== read.kind) return refuse(code.outOfRange, 'kind');
  else if (before.asset !== read.asset) return refuse(code.outOfRange, 'asset');
  return { ...read, version };
}

export const planOffers = new Offers<PlanOffer, PlanTerms>({
  type: 'plans.define',
  table: TERMS_TABLE,
  keyOf: (offer) => offer.code,
  inForce: (state, key) => plansOf(state).terms.get(key),
  accept,
  offerOf: ({ version, ...offer }) => offer,
});
