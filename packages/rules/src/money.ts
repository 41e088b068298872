/**
 * Exact money. An `Amount` is a `bigint` in 10⁻⁸ units of its asset, a `Price` a `bigint` in 10⁻¹⁰
 * units of the quote asset, a `Rate` a `bigint` in 10⁻⁸ (0.82 is 82_000_000n). Branded so that they
 * cannot be mixed up; every division names its rounding at the call.
 */
declare const brand: unique symbol;
type Branded<Name extends string> = bigint & { readonly [brand]: Name };

export type Amount = Branded<'Amount'>;
export type Price = Branded<'Price'>;
export type Rate = Branded<'Rate'>;

export const AMOUNT_DECIMALS = 8;
export const PRICE_DECIMALS = 10;
export const RATE_DECIMALS = 8;

const AMOUNT_ONE = 10n ** BigInt(AMOUNT_DECIMALS);
const PRICE_ONE = 10n ** BigInt(PRICE_DECIMALS);
const RATE_ONE = 10n ** BigInt(RATE_DECIMALS);

/** Amounts stop at 10²² minor units, far below the 30 integer digits of numeric(38,8). */
export const AMOUNT_MAX = (10n ** 22n) as Amount;
export const ZERO = 0n as Amount;
export const ZERO_RATE = 0n as Rate;

const POWERS_OF_TEN = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent));

/** Powers of ten below the safe integer limit of a double. */
const ROUND_NUMBERS = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);
const EXACT_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Decimal text to an integer scaled by 10^decimals. Undefined for a sign other than '-', an
 * exponent, blanks or too many decimals.
 */
export function parseDecimal(text: string, decimals: number): bigint | undefined {
  const start = text.charCodeAt(0) === MINUS ? 1 : 0;
  let point = -1;
  let digits = 0;
  for (let index = start; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character === POINT && point === -1) point = index;
    else if (character < DIGIT_0 || DIGIT_9 < character) return undefined;
    else digits = digits * 10 + character - DIGIT_0;
  }
  const wholeEnd = point === -1 ? text.length : point;
  const places = point === -1 ? 0 : text.length - point - 1;
  if (wholeEnd === start || WHOLE_DIGITS_MAX < wholeEnd - start) return undefined;
  if ((point !== -1 && places === 0) || FRACTION_DIGITS_MAX < places || decimals < places) return undefined;
  // Up to 15 digits are exact in a double, which converts to bigint five times faster than text.
  if (wholeEnd - start + decimals <= 15) {
    const exact = digits * (ROUND_NUMBERS[decimals - places] as number);
    return BigInt(start === 1 ? -exact : exact);
  }
  const isShort = wholeEnd - start + places <= 15;
  const all = isShort ? BigInt(digits) : BigInt(text.slice(start, wholeEnd) + text.slice(wholeEnd + 1));
  const units = places === decimals ? all : all * power10(decimals - places);
  return start === 1 ? -units : units;
}

const MINUS = 45;
const POINT = 46;
const DIGIT_0 = 48;
const DIGIT_9 = 57;
const WHOLE_DIGITS_MAX = 24;
const FRACTION_DIGITS_MAX = 18;

/** Integer scaled by 10^decimals to decimal text without trailing zeros. */
export function formatDecimal(units: bigint, decimals: number): string {
  if (-EXACT_MAX <= units && units <= EXACT_MAX && decimals < ROUND_NUMBERS.length) {
    return formatExact(Number(units), decimals);
  }
  const text = formatFixed(units, decimals, decimals);
  if (decimals === 0) return text;
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

/**
 * `formatDecimal` for safe integers: nearly every amount is one, and bigints take three times as
 * long.
 */
function formatExact(units: number, decimals: number): string {
  const size = Math.abs(units);
  const unit = ROUND_NUMBERS[decimals] as number;
  let rest = size % unit;
  const whole = String((size - rest) / unit);
  const signed = units < 0 ? `-${whole}` : whole;
  if (rest === 0) return signed;
  let places = decimals;
  for (; rest % 10 === 0; rest /= 10) places -= 1;
  return `${signed}.${String(rest).padStart(places, '0')}`;
}

/**
 * Integer scaled by 10^decimals to text with exactly `places` decimals. Throws when that would cut
 * a digit other than 0.
 */
export function formatFixed(units: bigint, decimals: number, places: number): string {
  let scaled = units;
  if (places < decimals) {
    const cut = power10(decimals - places);
    if (units % cut !== 0n) throw new RangeError(`${units} does not fit ${places} places`);
    scaled = units / cut;
  } else if (decimals < places) {
    scaled = units * power10(places - decimals);
  }
  const negative = scaled < 0n;
  const digits = (negative ? -scaled : scaled).toString().padStart(places + 1, '0');
  const sign = negative ? '-' : '';
  if (places === 0) return sign + digits;
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

export function power10(exponent: number): bigint {
  const value = POWERS_OF_TEN[exponent];
  if (value === undefined) throw new RangeError(`no power of ten for ${exponent}`);
  return value;
}

/** Text to an amount; undefined unless it is a non-negative decimal with at most eight decimals. */
export function parseAmount(text: string): Amount | undefined {
  const units = parseDecimal(text, AMOUNT_DECIMALS);
  if (units === undefined || units < 0n || AMOUNT_MAX < units) return undefined;
  return units as Amount;
}

/**
 * For text the program itself wrote (database, log): throws on anything that is not an amount.
 * Allows negative amounts.
 */
export function amountOf(text: string): Amount {
  const units = parseDecimal(text, AMOUNT_DECIMALS);
  if (units === undefined) throw new RangeError(`not an amount: ${text}`);
  return units as Amount;
}

export const formatAmount = (amount: Amount): string => formatDecimal(amount, AMOUNT_DECIMALS);

export function parseRate(text: string): Rate | undefined {
  const units = parseDecimal(text, RATE_DECIMALS);
  return units === undefined ? undefined : (units as Rate);
}
export function rateOf(text: string): Rate {
  const rate = parseRate(text);
  if (rate === undefined) throw new RangeError(`not a rate: ${text}`);
  return rate;
}
/**
 * A rate from its units of 10⁻⁸. For indexes that sort by rates as plain integers; whatever else
 * divides or multiplies goes through a function that names its rounding.
 */
export function rateOfUnits(units: number | bigint): Rate {
  return BigInt(units) as Rate;
}
export const formatRate = (rate: Rate): string => formatDecimal(rate, RATE_DECIMALS);

export function parsePrice(text: string): Price | undefined {
  const units = parseDecimal(text, PRICE_DECIMALS);
  if (units === undefined || units <= 0n) return undefined;
  return units as Price;
}
export function priceOf(text: string): Price {
  const units = parseDecimal(text, PRICE_DECIMALS);
  if (units === undefined) throw new RangeError(`not a price: ${text}`);
  return units as Price;
}

/** Tape points (integer, 10^-precision) to a price. Exact. */
export function priceOfPoints(points: number, precision: number): Price {
  if (!Number.isSafeInteger(points)) throw new RangeError(`points are not an integer: ${points}`);
  return (BigInt(points) * power10(PRICE_DECIMALS - precision)) as Price;
}

/** Tape points to decimal text with all decimals of the instrument. Exact. */
export function formatPoints(points: number, precision: number): string {
  if (!Number.isSafeInteger(points)) return formatFixed(BigInt(points), precision, precision);
  const digits = String(Math.abs(points)).padStart(precision + 1, '0');
  const sign = points < 0 ? '-' : '';
  return precision === 0 ? sign + digits : `${sign}${digits.slice(0, -precision)}.${digits.slice(-precision)}`;
}

export const formatPrice = (price: Price, places?: number): string =>
  places === undefined ? formatDecimal(price, PRICE_DECIMALS) : formatFixed(price, PRICE_DECIMALS, places);

export const add = (left: Amount, right: Amount): Amount => (left + right) as Amount;
export const subtract = (left: Amount, right: Amount): Amount => (left - right) as Amount;

/** The smaller of two amounts (`Math.min` takes no bigint). */
export function lesser(left: Amount, right: Amount): Amount {
  if (right < left) return right;
  return left;
}
export const greater = (left: Amount, right: Amount): Amount => (left < right ? right : left);

/** ⌊a ÷ b⌋ for any signs (JavaScript's division truncates). */
export function divFloor(dividend: bigint, divisor: bigint): bigint {
  if (divisor <= 0n) throw new RangeError('the divisor must be positive');
  const quotient = dividend / divisor;
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient;
}
/** ⌈a ÷ b⌉ for any signs. */
export function divCeil(dividend: bigint, divisor: bigint): bigint {
  if (divisor <= 0n) throw new RangeError('the divisor must be positive');
  const quotient = dividend / divisor;
  return 0n < dividend && quotient * divisor !== dividend ? quotient + 1n : quotient;
}

/** amount × rate, rounded down to a minor unit. */
export const mulRateFloor = (amount: Amount, rate: Rate): Amount => divFloor(amount * rate, RATE_ONE) as Amount;
/** amount × rate, rounded up to a minor unit. */
export const mulRateCeil = (amount: Amount, rate: Rate): Amount => divCeil(amount * rate, RATE_ONE) as Amount;
/** quantity × price, rounded down to a minor unit of the quote asset. */
export const mulPriceFloor = (quantity: Amount, price: Price): Amount =>
  divFloor(quantity * price, PRICE_ONE) as Amount;
export const mulPriceCeil = (quantity: Amount, price: Price): Amount => divCeil(quantity * price, PRICE_ONE) as Amount;
/** numerator ÷ denominator as a rate, rounded up / down. */
export const ratioCeil = (numerator: Amount, denominator: Amount): Rate =>
  divCeil(numerator * RATE_ONE, denominator) as Rate;
export const ratioFloor = (numerator: Amount, denominator: Amount): Rate =>
  divFloor(numerator * RATE_ONE, denominator) as Rate;

export const wholeUnits = (units: number): Amount => (BigInt(units) * AMOUNT_ONE) as Amount;
