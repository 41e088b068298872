import { annualRate } from './apr.ts';
import { AMOUNT_DECIMALS, divCeil, divFloor, formatDecimal, power10, RATE_DECIMALS } from './money.ts';

/**
 * How a figure is derived, as it is shown to whoever asks why: terms from the first to the last,
 * each applied to what came before it. `evaluate` recomputes the figure from nothing but what is
 * shown, so that a figure and its reason cannot differ.
 */
export interface Derivation<Term extends string = string> {
  readonly terms: readonly DerivedTerm<Term>[];
  /** How the last digit came about. */
  readonly rounding: Rounding;
  readonly decimals: number;
  readonly result: string;
  /** Instead of applying the operators: the annual rate of what was drawn, repaid and the days. */
  readonly rule?: 'apr';
}

export interface DerivedTerm<Term extends string = string> {
  readonly term: Term;
  readonly operator: Operator;
  readonly value: string;
  /** Names this one among others of its kind: a market, a coin, a product. */
  readonly label?: string | undefined;
  /** Of an input that was itself calculated: how. */
  readonly from?: Derivation<Term> | undefined;
  /** Of a price: the tick that it is of, which can be proved. */
  readonly tick?: TickRef | undefined;
}
/** One tick of the tape. */
export interface TickRef {
  readonly code: string;
  readonly seq: number;
}
export interface PricedTick extends TickRef {
  readonly bid: string;
  readonly ask: string;
  readonly mid: string;
}
export type Operator = '' | '+' | '−' | '×' | '÷';
/**
 * `zero` cuts towards zero; `half` rounds to the nearest, halves up; `even`, halves to the even
 * digit; `away`, halves away from zero, as results are shown in cents.
 */
export type Rounding = 'exact' | 'up' | 'down' | 'zero' | 'half' | 'even';

/**
 * The result of the shown terms, rounded as the derivation says; undefined for a malformed one, and
 * for one whose inputs do not follow from theirs.
 */
export function evaluate({ terms, rounding, decimals, rule }: Omit<Derivation, 'result'>): string | undefined {
  const values: Fraction[] = [];
  for (const { value, from } of terms) {
    const read = fractionOf(value);
    if (read === undefined || (from !== undefined && evaluate(from) !== value)) return undefined;
    values.push(read);
  }
  const value = rule === 'apr' ? aprOf(values) : applied(terms, values);
  return value && rounded(value, rounding, decimals);
}

interface Fraction {
  readonly above: bigint;
  readonly below: bigint;
}

/** A fraction, so that dividing loses nothing before the end. */
function fractionOf(text: string): Fraction | undefined {
  const [, whole, places = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : { above: BigInt(whole + places), below: power10(places.length) };
}

function applied(terms: Derivation['terms'], values: readonly Fraction[]): Fraction | undefined {
  let value: Fraction | undefined = { above: 0n, below: 1n };
  for (const [index, { operator }] of terms.entries()) {
    const next = values[index] as Fraction;
    if (operator === '÷' && next.above === 0n) return undefined;
    value = apply(value, operator, next);
  }
  return value;
}

/**
 * Of an amount drawn at once, and repaid at once with its cost after so many days. Sums are in the
 * units of `loanCost`: the tolerance of `annualRate` is a part of one unit.
 */
function aprOf([amount, repayment, days]: readonly Fraction[]): Fraction | undefined {
  if (amount === undefined || repayment === undefined || days?.below !== 1n) return undefined;
  const drawn = unitsOf(amount);
  const paid = unitsOf(repayment);
  if (drawn === undefined || paid === undefined) return undefined;
  const rate = annualRate({
    drawn: [{ amount: drawn, years: { of: 0, in: 365 } }],
    paid: [{ amount: paid, years: { of: Number(days.above), in: 365 } }],
  });
  return { above: rate, below: power10(RATE_DECIMALS) };
}

const unitsOf = ({ above, below }: Fraction): bigint | undefined =>
  divided(above * power10(AMOUNT_DECIMALS), below, 'exact');

function rounded(value: Fraction, rounding: Rounding, decimals: number): string | undefined {
  const sign = value.below < 0n ? -1n : 1n;
  const scaled = sign * value.above * power10(decimals);
  const below = sign * value.below;
  const units = divided(scaled, below, rounding);
  return units === undefined ? undefined : formatDecimal(units, decimals);
}

function divided(above: bigint, below: bigint, rounding: Rounding): bigint | undefined {
  switch (rounding) {
    case 'exact':
      return above % below === 0n ? above / below : undefined;
    case 'up':
      return divCeil(above, below);
    case 'down':
      return divFloor(above, below);
    case 'zero':
      return above / below;
    case 'half':
      return divFloor(2n * above + below, 2n * below);
    case 'even': {
      const whole = divFloor(above, below);
      const twice = (above - whole * below) * 2n;
      return below < twice || (twice === below && whole % 2n !== 0n) ? whole + 1n : whole;
    }
  }
}

function apply(left: Fraction, operator: Operator, right: Fraction): Fraction {
  switch (operator) {
    case '':
      return right;
    case '+':
      return { above: left.above * right.below + right.above * left.below, below: left.below * right.below };
    case '−':
      return { above: left.above * right.below - right.above * left.below, below: left.below * right.below };
    case '×':
      return { above: left.above * right.above, below: left.below * right.below };
    case '÷':
      return { above: left.above * right.below, below: left.below * right.above };
  }
}
