import { CODE } from './codes.ts';
import { textOf, unitsOf } from './figures.ts';

type Read = { readonly value: unknown } | { readonly wrong: number };
type Reader = (value: unknown) => Read;
type Columns = Readonly<Record<string, Reader>>;

const ANY = '100000000000';
const LEAST = '0.00000001';

/** In its shortest spelling; a rate may be written with a sign, which puts it out of range. */
const figure =
  (least: string, most: string, hasSign: boolean): Reader =>
  (value) => {
    if (typeof value !== 'string') return { wrong: CODE.type };
    const isNegative = hasSign && value.startsWith('-');
    const size = unitsOf(isNegative ? value.slice(1) : value);
    if (size === undefined) return { wrong: CODE.format };
    const units = isNegative ? -size : size;
    const fits = (unitsOf(least) ?? 0n) <= units && units <= (unitsOf(most) ?? 0n);
    return fits ? { value: textOf(units) } : { wrong: CODE.range };
  };
const amount = (least = LEAST): Reader => figure(least, ANY, false);
const rate = (most: string, least = '0'): Reader => figure(least, most, true);

const integer =
  (least: number, most: number): Reader =>
  (value) => {
    if (!Number.isSafeInteger(value)) return { wrong: CODE.type };
    return (value as number) < least || most < (value as number) ? { wrong: CODE.range } : { value };
  };

const line =
  (columns: Columns): Reader =>
  (value) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return { wrong: CODE.type };
    const row = value as Readonly<Record<string, unknown>>;
    if (Object.keys(row).some((name) => !(name in columns))) return { wrong: CODE.unknownField };
    const read: Record<string, unknown> = {};
    for (const [name, reader] of Object.entries(columns)) {
      if (row[name] === undefined) return { wrong: CODE.required };
      const cell = reader(row[name]);
      if ('wrong' in cell) return cell;
      read[name] = cell.value;
    }
    return { value: read };
  };

/** No two lines begin with the same. */
const lines =
  (most: number, columns: Columns): Reader =>
  (value) => {
    if (!Array.isArray(value)) return { wrong: CODE.type };
    if (most < value.length) return { wrong: CODE.range };
    const read: Record<string, unknown>[] = [];
    for (const item of value) {
      const row = line(columns)(item);
      if ('wrong' in row) return row;
      read.push(row.value as Record<string, unknown>);
    }
    const firsts = read.map((row) => Object.values(row)[0]);
    return new Set(firsts).size < firsts.length ? { wrong: CODE.range } : { value: read };
  };

const FEE = '0.00299999';
const BELOW_ONE = '0.99999999';
const stalenessMs = integer(1_000, 3_600_000);

/** What operators may change of each product, and within which bounds. */
const FIELDS: Readonly<Record<string, Columns>> = {
  options: {
    periods: lines(32, {
      seconds: integer(30, 86_400),
      payoutRate: rate('1'),
      feeRate: rate(BELOW_ONE),
      stakeMin: amount(),
      stakeMax: amount(),
    }),
    exposureMax: amount('0'),
    personMax: amount(),
    networkShare: rate('1', '0.01'),
    stalenessMs,
    gapLimitMs: integer(2_000, 3_600_000),
  },
  contracts: {
    minLots: amount(),
    maxLots: amount(),
    lotStep: amount(),
    feeRate: rate(FEE),
    financingRate: rate('0.01'),
    tiers: lines(10, { floor: amount('0'), maintenanceRate: rate(BELOW_ONE), maxLeverage: integer(1, 1_000) }),
    stopDistancePoints: integer(0, 1_000_000_000),
    stalenessMs,
    exposureMax: amount(),
    exposureTotalMax: amount(),
    personMax: amount(),
    networkShare: rate('1', '0.01'),
    nearRate: rate('1', '0.0001'),
    slippageRate: rate('0.1', '0.0001'),
    beforeClose: line({ minutes: integer(1, 1_440), maxLeverage: integer(1, 1_000) }),
    closeRequirement: line({ minutes: integer(1, 1_440), rate: rate(BELOW_ONE, LEAST) }),
    poolCover: rate('1'),
    profitMaxRate: rate('9', '0.01'),
  },
  spot: {
    minQuantity: amount(),
    maxQuantity: amount(),
    minAmount: amount(),
    makerRate: rate(FEE),
    takerRate: rate(FEE),
    bandRate: rate(BELOW_ONE, LEAST),
    tickPoints: integer(1, 1_000_000_000),
    stalenessMs,
    ladder: line({ levels: integer(0, 25), spacingPpm: integer(0, 1_000_000), levelAmount: amount('0') }),
  },
  convert: {
    marginRate: rate(FEE),
    quoteRate: rate(FEE),
    sizeRate: rate(FEE),
    bandRate: rate(FEE),
    slippageRate: rate('0.5', '0.0001'),
    minUsdt: amount(),
    maxUsdt: amount(),
    stalenessMs,
  },
  feeTiers: {
    tiers: lines(10, { fees30d: amount('0'), feeDiscount: rate(BELOW_ONE), referralShare: rate(BELOW_ONE) }),
  },
  referrals: {
    days: integer(0, 3_650),
    friendMax: figure('0', '100000', false),
    friendsMax: integer(0, 100_000),
  },
};

/** The value as it is kept; a field that nobody may change is unknown. */
export function readField(version: number, product: string, field: string, value: unknown): Read {
  const columns = FIELDS[product] ?? {};
  const reader = Object.hasOwn(columns, field) ? columns[field] : undefined;
  const isEarly = product === 'contracts' && field === 'closeRequirement' && version < 10;
  return reader === undefined || isEarly ? { wrong: CODE.unknownField } : reader(value ?? null);
}
