import { LANGUAGES, type Language } from '@glasshouse/api/constants';
import type { OperatorBodyOf, OperatorResultOf } from '@glasshouse/api/operator/calls';

export type Reserve = OperatorResultOf<'listPlanReserves'>['items'][number];
type Terms = Omit<OperatorBodyOf<'definePlan'>, 'product' | 'effectiveFrom' | 'reason'>;

const AMOUNT = /^(?!0(?:\.0+)?$)\d{1,14}(?:\.\d{1,8})?$/;
const RATE = /^(?:0|1)(?:\.\d{1,8})?$/;
const ASSET = /^[A-Z0-9]{2,12}$/;
const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** The fields of the form, as typed. */
export type Draft = Omit<Terms, 'days' | 'names'> & {
  readonly names: Readonly<Record<Language, string>>;
  readonly days: string;
  readonly from: string;
};

const EMPTY: Draft = {
  names: Object.fromEntries(LANGUAGES.map((language) => [language, ''])) as Draft['names'],
  kind: 'smart',
  asset: 'USDT',
  days: '',
  dailyRate: '',
  min: '',
  max: '',
  penaltyRate: '',
  capacity: '',
  onePerUser: false,
  onSale: true,
  from: '',
};

/** A new product, or one as it is. */
export const draftOf = (known: Reserve | undefined): Draft =>
  known === undefined
    ? EMPTY
    : {
        ...EMPTY,
        names: { ...EMPTY.names, ...known.names },
        kind: known.kind,
        asset: known.asset,
        days: String(known.days),
        dailyRate: known.dailyRate,
        min: known.min,
        max: known.max,
        penaltyRate: known.penaltyRate,
        capacity: known.capacity,
        onePerUser: known.onePerUser,
        onSale: known.onSale,
      };

/** What is sent; undefined while something is missing. The core says whether it makes sense. */
export function bodyOf(
  draft: Draft,
  product: number | undefined,
): Omit<OperatorBodyOf<'definePlan'>, 'reason'> | undefined {
  const { days, from, ...terms } = draft;
  const isSound =
    LANGUAGES.every((language) => draft.names[language].trim() !== '') &&
    ASSET.test(draft.asset) &&
    /^[1-9]\d{0,3}$/.test(days) &&
    [draft.dailyRate, draft.penaltyRate].every((rate) => RATE.test(rate)) &&
    [draft.min, draft.max, draft.capacity].every((amount) => AMOUNT.test(amount)) &&
    (from === '' || UTC.test(from));
  if (!isSound) return undefined;
  return {
    ...terms,
    days: Number(days),
    ...(product === undefined ? {} : { product }),
    ...(from === '' ? {} : { effectiveFrom: `${from}:00Z` }),
  };
}

export const isAmount = (text: string): boolean => AMOUNT.test(text);
