import { type Amount, formatAmount, formatRate, parseAmount, rateOf, subtract } from '@glasshouse/rules/money';
import { quoteOption } from '@glasshouse/rules/options';
import type { MarketInfo } from '../../../shared/market/market-info.ts';

export type Period = MarketInfo['options']['periods'][number];

/** Everything the ticket shows about an order before it is bought, as exact decimal text. */
export interface OptionsTicketFigures {
  readonly stake: string;
  readonly fee: string;
  readonly total: string;
  readonly profit: string;
  readonly payout: string;
  readonly breakEven: string;
  readonly houseEdge: string;
  readonly balanceAfter: string | undefined;
}

export type Problem = 'empty' | 'outOfRange' | 'notEnough';
export type Priced =
  | { readonly ok: true; readonly figures: OptionsTicketFigures }
  | { readonly ok: false; readonly problem: Problem; readonly figures: OptionsTicketFigures | undefined };

/** Prices an order with the functions that the core charges by. `available` undefined: nobody is logged in. */
export function priceTicket(text: string, period: Period, available: string | undefined): Priced {
  const stake = parseAmount(text);
  if (stake === undefined || stake === 0n) return { ok: false, problem: 'empty', figures: undefined };
  const payoutRate = rateOf(period.payoutRate);
  const quote = quoteOption({ stake, payoutRate, feeRate: rateOf(period.feeRate) });
  const balance = available === undefined ? undefined : parseAmount(available);
  const enough = balance === undefined || quote.total <= balance;
  const figures: OptionsTicketFigures = {
    stake: formatAmount(stake),
    fee: formatAmount(quote.fee),
    total: formatAmount(quote.total),
    profit: formatAmount(quote.profit),
    payout: formatAmount(quote.payout),
    breakEven: formatRate(quote.breakEven),
    houseEdge: formatRate(quote.houseEdge),
    balanceAfter: balance === undefined || !enough ? undefined : formatAmount(subtract(balance, quote.total)),
  };
  const low = parseAmount(period.minStake) ?? (0n as Amount);
  const high = parseAmount(period.maxStake) ?? stake;
  if (stake < low || high < stake) return { ok: false, problem: 'outOfRange', figures };
  if (!enough) return { ok: false, problem: 'notEnough', figures };
  return { ok: true, figures };
}
