import { type Amount, formatAmount, formatRate, parseAmount, rateOf, subtract } from '@glasshouse/rules/money';
import { quoteOption } from '@glasshouse/rules/options';
import type { MarketInfo } from '../../../shared/market/market-info.ts';
import type { Priced } from '../../../shared/ticket/ticket.ts';

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
  readonly profit: string;
  readonly payout: string;
  readonly breakEven: string;
  readonly houseEdge: string;
  readonly balanceAfter: string | undefined;
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
  const quote = quoteOption({ stake, payoutRate: rateOf(period.payoutRate), feeRate: rateOf(period.feeRate) });
  const balance = available === undefined ? undefined : parseAmount(available);
  const isEnough = balance === undefined || quote.total <= balance;
  const figures: OptionsFigures = {
    stake: formatAmount(stake),
    fee: formatAmount(quote.fee),
    total: formatAmount(quote.total),
    profit: formatAmount(quote.profit),
    payout: formatAmount(quote.payout),
    breakEven: formatRate(quote.breakEven),
    houseEdge: formatRate(quote.houseEdge),
    balanceAfter: balance === undefined || !isEnough ? undefined : formatAmount(subtract(balance, quote.total)),
  };
  const min = parseAmount(period.minStake) ?? (0n as Amount);
  const max = parseAmount(period.maxStake) ?? stake;
  if (stake < min || max < stake) return { figures, problems: { size: 'outOfRange' } };
  return { figures, problems: isEnough ? {} : { size: 'notEnough' } };
}
