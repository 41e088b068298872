import type { CodeKey } from '@glasshouse/api/codes';
import { LADDER_LEVELS_MAX } from '@glasshouse/rules/house-quotes';
import { amountOf, formatAmount, formatRate, parseAmount, parseRate, rateOf } from '@glasshouse/rules/money';
import type { Json } from '../../kernel/core/types.ts';
import { GAP_LIMIT_MIN_MS } from '../../market-data/tape/silences.ts';

/**
 * Terms that an operator may change, by product. What is not in this list cannot be set: neither
 * what a thing is (assets, precision, lot), nor what the profile caps (`realLeverageMax`,
 * `offOnReal`), nor any price or outcome.
 */
/** What is offered on each instrument, and the one table of fee tiers. */
export const INSTRUMENT_PRODUCTS = ['options', 'contracts', 'spot', 'convert'] as const;
export type InstrumentProduct = (typeof INSTRUMENT_PRODUCTS)[number];
export const TERM_PRODUCTS = [...INSTRUMENT_PRODUCTS, 'feeTiers', 'referrals'] as const;
export type TermProduct = (typeof TERM_PRODUCTS)[number];

export type TermFieldSpec =
  | { readonly kind: 'amount' | 'rate'; readonly min: string; readonly max: string }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'periods' | 'tiers' | 'ladder' | 'beforeClose' | 'closeRequirement' | 'feeTiers' };

const amountAbove0: TermFieldSpec = { kind: 'amount', min: '0.00000001', max: '100000000000' };
const staleness: TermFieldSpec = { kind: 'integer', min: 1_000, max: 3_600_000 };
const rateTo = (max: string): TermFieldSpec => ({ kind: 'rate', min: '0', max });

/** Of an instrument's limit, for all orders of one network; 1: networks do not count. */
const networkShare: TermFieldSpec = { kind: 'rate', min: '0.01', max: '1' };

export const TERM_FIELDS: Readonly<Record<TermProduct, Readonly<Record<string, TermFieldSpec>>>> = {
  options: {
    periods: { kind: 'periods' },
    exposureMax: { kind: 'amount', min: '0', max: '100000000000' },
    personMax: amountAbove0,
    networkShare,
    stalenessMs: staleness,
    gapLimitMs: { kind: 'integer', min: GAP_LIMIT_MIN_MS, max: 3_600_000 },
  },
  contracts: {
    minLots: amountAbove0,
    maxLots: amountAbove0,
    lotStep: amountAbove0,
    feeRate: rateTo('0.00299999'),
    financingRate: rateTo('0.01'),
    tiers: { kind: 'tiers' },
    stopDistancePoints: { kind: 'integer', min: 0, max: 1_000_000_000 },
    stalenessMs: staleness,
    exposureMax: amountAbove0,
    exposureTotalMax: amountAbove0,
    personMax: amountAbove0,
    networkShare,
    nearRate: { kind: 'rate', min: '0.0001', max: '1' },
    slippageRate: { kind: 'rate', min: '0.0001', max: '0.1' },
    beforeClose: { kind: 'beforeClose' },
    closeRequirement: { kind: 'closeRequirement' },
    poolCover: rateTo('1'),
    profitMaxRate: { kind: 'rate', min: '0.01', max: '9' },
  },
  spot: {
    minQuantity: amountAbove0,
    maxQuantity: amountAbove0,
    minAmount: amountAbove0,
    makerRate: rateTo('0.00299999'),
    takerRate: rateTo('0.00299999'),
    bandRate: { kind: 'rate', min: '0.00000001', max: '0.99999999' },
    tickPoints: { kind: 'integer', min: 1, max: 1_000_000_000 },
    stalenessMs: staleness,
    ladder: { kind: 'ladder' },
  },
  convert: {
    marginRate: rateTo('0.00299999'),
    quoteRate: rateTo('0.00299999'),
    sizeRate: rateTo('0.00299999'),
    bandRate: rateTo('0.00299999'),
    slippageRate: { kind: 'rate', min: '0.0001', max: '0.5' },
    minUsdt: amountAbove0,
    maxUsdt: amountAbove0,
    stalenessMs: staleness,
  },
  feeTiers: {
    tiers: { kind: 'feeTiers' },
  },
  referrals: {
    days: { kind: 'integer', min: 0, max: 3_650 },
    friendMax: { kind: 'amount', min: '0', max: '100000' },
    friendsMax: { kind: 'integer', min: 0, max: 100_000 },
  },
};

export const fieldSpec = (product: TermProduct, field: string): TermFieldSpec | undefined =>
  Object.hasOwn(TERM_FIELDS[product], field) ? TERM_FIELDS[product][field] : undefined;

/** The version of the rules from which operators may change a field; before, it was unknown. */
export const rulesNeeded = ({ kind }: TermFieldSpec): number => (kind === 'closeRequirement' ? 10 : 0);

/** The value as it is kept, or why it is none. */
export type ReadValue = { readonly value: Json } | { readonly wrong: CodeKey };

const PERIODS_MAX = 32;
const TIERS_MAX = 10;
const PERIOD_SECONDS = { min: 30, max: 86_400 };
const SPACING_PPM_MAX = 1_000_000;

/**
 * Amounts and rates in one spelling, so that equal terms are equal text. Whether the terms make
 * sense together is the product's to say.
 */
export function readValue(spec: TermFieldSpec, value: Json): ReadValue {
  switch (spec.kind) {
    case 'amount':
      return typeof value === 'string' ? readAmount(value, spec) : { wrong: 'wrongType' };
    case 'rate':
      return typeof value === 'string' ? readRate(value, spec) : { wrong: 'wrongType' };
    case 'integer':
      return readInteger(value, spec);
    case 'periods':
      return readRows(value, PERIODS_MAX, PERIOD);
    case 'tiers':
      return readRows(value, TIERS_MAX, TIER);
    case 'feeTiers':
      return readRows(value, TIERS_MAX, FEE_TIER);
    case 'ladder':
      return readRow(value, LADDER);
    case 'beforeClose':
      return readRow(value, BEFORE_CLOSE);
    case 'closeRequirement':
      return readRow(value, CLOSE_REQUIREMENT);
  }
}

type Columns = Readonly<Record<string, TermFieldSpec>>;
const anyAmount: TermFieldSpec = { kind: 'amount', min: '0', max: '100000000000' };
const PERIOD: Columns = {
  seconds: { kind: 'integer', ...PERIOD_SECONDS },
  payoutRate: rateTo('1'),
  feeRate: rateTo('0.99999999'),
  stakeMin: amountAbove0,
  stakeMax: amountAbove0,
};
const TIER: Columns = {
  floor: anyAmount,
  maintenanceRate: rateTo('0.99999999'),
  maxLeverage: { kind: 'integer', min: 1, max: 1_000 },
};
const FEE_TIER: Columns = {
  fees30d: anyAmount,
  feeDiscount: rateTo('0.99999999'),
  referralShare: rateTo('0.99999999'),
};
const BEFORE_CLOSE: Columns = {
  minutes: { kind: 'integer', min: 1, max: 1_440 },
  maxLeverage: { kind: 'integer', min: 1, max: 1_000 },
};
/** Without the largest gap, which is history and nobody's to choose. */
const CLOSE_REQUIREMENT: Columns = {
  minutes: { kind: 'integer', min: 1, max: 1_440 },
  rate: { kind: 'rate', min: '0.00000001', max: '0.99999999' },
};
const LADDER: Columns = {
  levels: { kind: 'integer', min: 0, max: LADDER_LEVELS_MAX },
  spacingPpm: { kind: 'integer', min: 0, max: SPACING_PPM_MAX },
  levelAmount: anyAmount,
};

function readAmount(text: string, { min, max }: { min: string; max: string }): ReadValue {
  const amount = parseAmount(text);
  if (amount === undefined) return { wrong: 'wrongFormat' };
  return amount < amountOf(min) || amountOf(max) < amount ? { wrong: 'outOfRange' } : { value: formatAmount(amount) };
}

function readRate(text: string, { min, max }: { min: string; max: string }): ReadValue {
  const rate = parseRate(text);
  if (rate === undefined) return { wrong: 'wrongFormat' };
  return rate < rateOf(min) || rateOf(max) < rate ? { wrong: 'outOfRange' } : { value: formatRate(rate) };
}

function readInteger(value: Json, { min, max }: { min: number; max: number }): ReadValue {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return { wrong: 'wrongType' };
  return value < min || max < value ? { wrong: 'outOfRange' } : { value };
}

function readRows(value: Json, max: number, columns: Columns): ReadValue {
  if (!Array.isArray(value)) return { wrong: 'wrongType' };
  if (max < value.length) return { wrong: 'outOfRange' };
  const rows: Json[] = [];
  for (const item of value as readonly Json[]) {
    const row = readRow(item, columns);
    if ('wrong' in row) return row;
    rows.push(row.value);
  }
  const first = Object.keys(columns)[0] as string;
  const keys = rows.map((row) => (row as { readonly [name: string]: Json })[first]);
  return new Set(keys).size < keys.length ? { wrong: 'outOfRange' } : { value: rows };
}

function readRow(value: Json, columns: Columns): ReadValue {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return { wrong: 'wrongType' };
  const cells = value as { readonly [name: string]: Json };
  if (Object.keys(cells).some((name) => !Object.hasOwn(columns, name))) return { wrong: 'unknownField' };
  const row: Record<string, Json> = {};
  for (const [name, spec] of Object.entries(columns)) {
    const cell = cells[name];
    if (cell === undefined) return { wrong: 'fieldRequired' };
    const read = readValue(spec, cell);
    if ('wrong' in read) return read;
    row[name] = read.value;
  }
  return { value: row };
}
