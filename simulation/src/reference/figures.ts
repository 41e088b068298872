/**
 * The auditor's own arithmetic, written from the specification and not from the code under test.
 * Amounts are bigint in 10⁻⁸ of the asset, rates in 10⁻⁸.
 */
const ONE = 100_000_000n;
const LARGEST = 10n ** 22n;

/**
 * Parses an amount or rate: digits, optionally a point and up to eight decimals. Undefined
 * otherwise.
 */
export function unitsOf(text: unknown): bigint | undefined {
  if (typeof text !== 'string') return undefined;
  // A minus before zero is no sign: it is a zero, and refused where zero is.
  if (/^-0{1,24}([.]0{1,8})?$/.test(text)) return 0n;
  if (!/^[0-9]{1,24}([.][0-9]{1,8})?$/.test(text)) return undefined;
  const [whole, fraction = ''] = text.split('.') as [string, string?];
  const units = BigInt(whole) * ONE + BigInt(`${fraction}00000000`.slice(0, 8));
  return LARGEST < units ? undefined : units;
}

export function mustUnits(text: unknown): bigint {
  const units = unitsOf(text);
  if (units === undefined) throw new Error(`the auditor cannot parse the figure ${String(text)}`);
  return units;
}

/** Shortest text, without trailing zeros. */
export function textOf(units: bigint): string {
  const sign = units < 0n ? '-' : '';
  const size = units < 0n ? -units : units;
  const fraction = (size % ONE).toString().padStart(8, '0');
  const short = fraction.replace(/0+$/, '');
  return `${sign}${size / ONE}${short === '' ? '' : `.${short}`}`;
}

/** Profit of a win: stake × payout rate, rounded down. */
export const profitOf = (stake: bigint, payoutRate: bigint): bigint => (stake * payoutRate) / ONE;

/** Fee of an option: stake × fee rate, rounded up. */
export const feeOf = (stake: bigint, feeRate: bigint): bigint => {
  const product = stake * feeRate;
  return product / ONE + (product % ONE === 0n ? 0n : 1n);
};

/** Points as text with the decimals of the instrument: 1234 with two is 12.34. */
export function pointsText(points: number, places: number): string {
  if (points < 0) return `-${pointsText(-points, places)}`;
  if (places === 0) return String(points);
  const digits = String(points).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

export const WHOLE_RATE = ONE;

/** Division by a positive divisor, rounded towards minus and plus infinity. */
export function floorDiv(dividend: bigint, divisor: bigint): bigint {
  const rest = ((dividend % divisor) + divisor) % divisor;
  return (dividend - rest) / divisor;
}
export const ceilDiv = (dividend: bigint, divisor: bigint): bigint => -floorDiv(-dividend, divisor);
export const greatest = (left: bigint, right: bigint): bigint => (left < right ? right : left);
export const least = (left: bigint, right: bigint): bigint => (left < right ? left : right);

/**
 * Parses a price into points: at most `places` significant decimals, above 0, within the safe
 * integers.
 */
export function pointsOf(text: unknown, places: number): number | undefined {
  if (typeof text !== 'string') return undefined;
  const match = /^([0-9]{1,24})(?:[.]([0-9]{1,10}))?$/.exec(text);
  if (match === null) return undefined;
  const fraction = (match[2] ?? '').padEnd(places, '0');
  if (/[1-9]/.test(fraction.slice(places))) return undefined;
  const points = BigInt(`${match[1]}${fraction.slice(0, places)}`);
  return points === 0n || BigInt(Number.MAX_SAFE_INTEGER) < points ? undefined : Number(points);
}
