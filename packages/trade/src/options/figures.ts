import { optionDerivations } from '@glasshouse/rules/derivations/options';
import { balanceAfterDerivation } from '@glasshouse/rules/derivations/spot';
import type { Derived } from '@glasshouse/rules/derivations/terms';
import { type Amount, formatAmount, formatRate, parseAmount, rateOf } from '@glasshouse/rules/money';
import { quoteOption } from '@glasshouse/rules/options';
import { optionResult } from '@glasshouse/rules/results';
import type { MarketInfo } from '../market-info.ts';
import type { Priced } from '../ticket/ticket.ts';

export type Period = MarketInfo['options']['periods'][number];

export interface OptionsDraft {
  readonly direction: 'up' | 'down';
  /** As typed. */
  readonly stake: string;
  readonly period: Period;
}

/** Everything the ticket shows about an order before it is bought, as exact decimal text. */
export interface OptionsFigures {
  readonly stake: string;
  readonly fee: string;
  readonly total: string;
  readonly payout: string;
  /** On a win, after the fee. */
  readonly netProfit: string;
  readonly breakEven: string;
  readonly houseEdge: string;
  /** What each of them follows from, as it is shown to whoever asks. */
  readonly why: ReturnType<typeof optionDerivations>;
  readonly balanceAfter: Derived | undefined;
}

export type OptionsProblem = 'empty' | 'outOfRange' | 'notEnough';

interface OptionInput {
  readonly draft: Pick<OptionsDraft, 'stake' | 'period'>;
  /** Undefined for visitors, and until the balance is known. */
  readonly available: string | undefined;
}

/** Prices an order with the functions that the core charges by. */
export function priceOption({ draft, available }: OptionInput): Priced<OptionsFigures, OptionsProblem> {
  const { period } = draft;
  const stake = parseAmount(draft.stake);
  if (stake === undefined || stake === 0n) return { figures: undefined, problems: { size: 'empty' } };
  const terms = { stake, payoutRate: rateOf(period.payoutRate), feeRate: rateOf(period.feeRate) };
  const quote = quoteOption(terms);
  const why = optionDerivations({ ...terms, quote });
  const balance = available === undefined ? undefined : parseAmount(available);
  const isEnough = balance === undefined || quote.total <= balance;
  const figures: OptionsFigures = {
    stake: formatAmount(stake),
    fee: formatAmount(quote.fee),
    total: formatAmount(quote.total),
    payout: formatAmount(quote.payout),
    netProfit: formatAmount(optionResult({ outcome: 'win', stake, fee: quote.fee, profit: quote.profit }).net),
    breakEven: formatRate(quote.breakEven),
    houseEdge: formatRate(quote.houseEdge),
    why,
    balanceAfter:
      balance === undefined || !isEnough
        ? undefined
        : balanceAfterDerivation({ available: formatAmount(balance), spent: formatAmount(quote.total) }),
  };
  const min = parseAmount(period.minStake) ?? (0n as Amount);
  const max = parseAmount(period.maxStake) ?? stake;
  if (stake < min || max < stake) return { figures, problems: { size: 'outOfRange' } };
  return { figures, problems: isEnough ? {} : { size: 'notEnough' } };
}
