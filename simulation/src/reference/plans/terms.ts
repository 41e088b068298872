import { CODE } from '../codes.ts';
import { mustUnits, textOf, unitsOf } from '../figures.ts';
import { type Prediction, refusal } from '../prediction.ts';
import type { Reference } from '../product.ts';
import { type Offer, rateUnits, shareOf } from './arithmetic.ts';

const LANGUAGES = 11;
const NAME_MAX = 60;
const PRODUCTS_MAX = 50;
const DAYS_MAX = 1_095;
const RATE_MAX = '0.01';
const PENALTY_MAX = '0.5';

/** What products sell, by their number. */
export class PlanTermsModel {
  readonly products: { offer: Offer; version: number }[] = [];
  readonly #figure: Reference['figure'];

  constructor(reference: Pick<Reference, 'figure'>) {
    this.#figure = (name, first) => reference.figure(name, first);
  }

  of(product: number): { readonly offer: Offer; readonly version: number } | undefined {
    return this.products[product - 1];
  }

  /** In its shortest spelling, or what is wrong with it. */
  read(offer: Offer): { readonly offer: Offer } | Prediction {
    const wrong = (field: string): Prediction => refusal(CODE.range, field);
    const names = Object.entries(offer.names).map(([language, name]) => [language, name.trim()] as const);
    const isNamed = names.length === LANGUAGES && names.every(([, name]) => name !== '' && name.length <= NAME_MAX);
    if (!isNamed) return wrong('names');
    if (!['smart', 'staking'].includes(offer.kind)) return wrong('kind');
    if (!/^[A-Z0-9]{2,12}$/.test(offer.asset)) return wrong('asset');
    const { days } = offer;
    if (!Number.isInteger(days) || days < 1 || this.#figure('plans.daysMax', DAYS_MAX) < days) return wrong('days');
    const rate = rateUnits(offer.dailyRate);
    const rateMax = mustUnits(this.#figure('plans.dailyRateMax', RATE_MAX));
    if (rate === undefined || rate === 0n || rateMax < rate) return wrong('dailyRate');
    const min = unitsOf(offer.min);
    if (min === undefined || min === 0n || shareOf(min, rate) === 0n) return wrong('min');
    const max = unitsOf(offer.max);
    if (max === undefined || max < min) return wrong('max');
    const penalty = rateUnits(offer.penaltyRate);
    const penaltyMax = mustUnits(this.#figure('plans.penaltyRateMax', PENALTY_MAX));
    if (penalty === undefined || penaltyMax < penalty) return wrong('penaltyRate');
    const capacity = unitsOf(offer.capacity);
    if (capacity === undefined || capacity < max) return wrong('capacity');
    const { code, kind, asset, onePerUser, onSale } = offer;
    return {
      offer: {
        code,
        kind,
        asset,
        days,
        onePerUser,
        onSale,
        names: Object.fromEntries(names),
        dailyRate: textOf(rate),
        min: textOf(min),
        max: textOf(max),
        penaltyRate: textOf(penalty),
        capacity: textOf(capacity),
      },
    };
  }

  /** Why it could not be put in force; the offer as kept where it can. */
  accept(offer: Offer): { readonly offer: Offer } | Prediction {
    const read = this.read(offer);
    if ('code' in read) return read;
    const number = Number(offer.code.replace('plan', ''));
    const before = this.of(number);
    if (before === undefined) {
      if (offer.code !== `plan${this.products.length + 1}`) return refusal(CODE.nothingFound, 'product');
      if (this.#figure('plans.productsMax', PRODUCTS_MAX) <= this.products.length) return refusal(CODE.capacity);
    } else if (before.offer.kind !== read.offer.kind) return refusal(CODE.range, 'kind');
    else if (before.offer.asset !== read.offer.asset) return refusal(CODE.range, 'asset');
    return read;
  }

  define(offer: Offer): Prediction {
    const accepted = this.accept(offer);
    if ('code' in accepted) return accepted;
    const number = Number(offer.code.replace('plan', ''));
    const version = (this.of(number)?.version ?? 0) + 1;
    this.products[number - 1] = { offer: accepted.offer, version };
    const row = { code: offer.code, version, terms: { ...accepted.offer, version } };
    return { code: CODE.done, result: { version }, rows: [{ table: 'plan_terms', row }], counts: ['plan defined'] };
  }
}
