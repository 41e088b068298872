import {
  AMOUNT_DECIMALS,
  type Amount,
  formatAmount,
  formatDecimal,
  formatRate,
  RATE_DECIMALS,
  type Rate,
} from '../money.ts';
import type { OptionQuote } from '../options.ts';
import { amountBy, type Derived, exact, term } from './terms.ts';

export type OptionFigure = 'fee' | 'total' | 'loss' | 'payout' | 'netProfit' | 'breakEven' | 'houseEdge';

/** The derivation of every figure on the ticket of an option. */
export function optionDerivations(option: {
  readonly stake: Amount;
  readonly payoutRate: Rate;
  readonly feeRate: Rate;
  readonly quote: OptionQuote;
}): Readonly<Record<OptionFigure, Derived>> {
  const { quote } = option;
  const stake = formatAmount(option.stake);
  const total = formatAmount(quote.total);
  const payout = formatAmount(quote.payout);
  const rate = { decimals: RATE_DECIMALS, rounding: 'up' } as const;
  const fee = amountBy('up', [term('stake', '', stake), term('feeRate', '×', formatRate(option.feeRate))], quote.fee);
  return {
    fee,
    total: exact([term('stake', '', stake), { term: 'fee', operator: '+', value: fee.result, from: fee }], quote.total),
    loss: exact([term('stake', '−', stake), term('fee', '−', fee.result)], -quote.total as Amount),
    payout: amountBy(
      'down',
      [term('stake', '', stake), term('payoutRate', '×', formatRate(option.payoutRate)), term('stake', '+', stake)],
      quote.payout,
    ),
    netProfit: exact([term('payout', '', payout), term('total', '−', total)], (quote.payout - quote.total) as Amount),
    breakEven: {
      ...rate,
      terms: [term('total', '', total), term('payout', '÷', payout)],
      result: formatRate(quote.breakEven),
    },
    houseEdge: {
      ...rate,
      terms: [term('total', '', total), term('halfPayout', '−', halfOf(quote.payout)), term('stake', '÷', stake)],
      result: formatRate(quote.houseEdge),
    },
  };
}

/** Exact: half a minor unit needs one decimal more. */
const halfOf = (amount: Amount): string => formatDecimal(amount * 5n, AMOUNT_DECIMALS + 1);
