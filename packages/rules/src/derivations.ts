import {
  AMOUNT_DECIMALS,
  type Amount,
  divCeil,
  divFloor,
  formatAmount,
  formatDecimal,
  formatRate,
  parseDecimal,
  power10,
  RATE_DECIMALS,
  type Rate,
} from './money.ts';
import type { OptionQuote } from './options.ts';

/**
 * How a figure is derived, as it is shown to whoever asks why: terms from the first to the last,
 * each applied to what came before it. `evaluate` recomputes the figure from nothing but what is
 * shown, so that a figure and its reason cannot differ.
 */
export interface Derivation<Term extends string = string> {
  readonly terms: readonly { readonly term: Term; readonly operator: Operator; readonly value: string }[];
  /** How the last digit came about. */
  readonly rounding: 'exact' | 'up' | 'down';
  readonly decimals: number;
  readonly result: string;
}
export type Operator = '' | '+' | '−' | '×' | '÷';

/** More than any shown figure has. */
const FINE_DECIMALS = 12;

/** The result of the shown terms, rounded as the derivation says; undefined for a malformed one. */
export function evaluate({ terms, rounding, decimals }: Omit<Derivation, 'result'>): string | undefined {
  // A fraction, so that dividing loses nothing before the end.
  let value = { above: 0n, below: 1n };
  for (const { operator, value: text } of terms) {
    const units = parseDecimal(text, FINE_DECIMALS);
    if (units === undefined || (operator === '÷' && units === 0n)) return undefined;
    value = apply(value, operator, { above: units, below: power10(FINE_DECIMALS) });
  }
  const scaled = value.above * power10(decimals);
  if (rounding === 'exact' && scaled % value.below !== 0n) return undefined;
  return formatDecimal(rounding === 'up' ? divCeil(scaled, value.below) : divFloor(scaled, value.below), decimals);
}

interface Fraction {
  readonly above: bigint;
  readonly below: bigint;
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

export type OptionTerm = 'stake' | 'feeRate' | 'payoutRate' | 'total' | 'payout' | 'halfPayout';
export type OptionFigure = 'fee' | 'payout' | 'netProfit' | 'breakEven' | 'houseEdge';

/** The derivation of every figure on the ticket of an option. */
export function optionDerivations(of: {
  readonly stake: Amount;
  readonly payoutRate: Rate;
  readonly feeRate: Rate;
  readonly quote: OptionQuote;
}): Readonly<Record<OptionFigure, Derivation<OptionTerm>>> {
  const { quote } = of;
  const stake = formatAmount(of.stake);
  const total = formatAmount(quote.total);
  const payout = formatAmount(quote.payout);
  const amount = { decimals: AMOUNT_DECIMALS, rounding: 'exact' } as const;
  const rate = { decimals: RATE_DECIMALS, rounding: 'up' } as const;
  return {
    fee: {
      ...amount,
      rounding: 'up',
      terms: [
        { term: 'stake', operator: '', value: stake },
        { term: 'feeRate', operator: '×', value: formatRate(of.feeRate) },
      ],
      result: formatAmount(quote.fee),
    },
    payout: {
      ...amount,
      rounding: 'down',
      terms: [
        { term: 'stake', operator: '', value: stake },
        { term: 'payoutRate', operator: '×', value: formatRate(of.payoutRate) },
        { term: 'stake', operator: '+', value: stake },
      ],
      result: payout,
    },
    netProfit: {
      ...amount,
      terms: [
        { term: 'payout', operator: '', value: payout },
        { term: 'total', operator: '−', value: total },
      ],
      result: formatAmount((quote.payout - quote.total) as Amount),
    },
    breakEven: {
      ...rate,
      terms: [
        { term: 'total', operator: '', value: total },
        { term: 'payout', operator: '÷', value: payout },
      ],
      result: formatRate(quote.breakEven),
    },
    houseEdge: {
      ...rate,
      terms: [
        { term: 'total', operator: '', value: total },
        { term: 'halfPayout', operator: '−', value: halfOf(quote.payout) },
        { term: 'stake', operator: '÷', value: stake },
      ],
      result: formatRate(quote.houseEdge),
    },
  };
}

/** Exact: half a minor unit needs one decimal more. */
const halfOf = (amount: Amount): string => formatDecimal(amount * 5n, AMOUNT_DECIMALS + 1);
