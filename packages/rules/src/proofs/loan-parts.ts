import type { LoanTerms } from '../loans.ts';
import { type Amount, amountOf, mulPriceFloor, type Price, priceOfPoints, type Rate } from '../money.ts';
import { countOf, isRecord, type Json, listOf, recordOf, textOf } from './document.ts';
import type { Entry } from './entries.ts';
import type { Findings } from './findings.ts';
import { type LoggedTick, loggedTick } from './ticks.ts';

export const USDT = 'USDT';

/** As many entries, and lines of the ledger, as the receipt of a loan may have. */
export const LOAN_ENTRIES_MAX = 1_190;
export const LOAN_LINES_MAX = 3_000;

/** What was asked for and signed. */
export interface Agreed {
  readonly id: number;
  readonly amount: Amount;
  readonly cost: LoanTerms;
  readonly terms: Json;
  readonly rates: { readonly warn: Rate; readonly cover: Rate; readonly sell: Rate; readonly sale: Rate };
  readonly graceDays: number;
  readonly warnMs: number;
  readonly pledged: readonly Pledged[];
}

export interface Pledged {
  readonly asset: string;
  readonly amount: Amount;
}

interface Priced {
  readonly tick: LoggedTick;
  readonly precision: number;
}
export type Prices = ReadonlyMap<string, Priced>;

/** Prices that an entry was decided by, by coin. */
export function pricesIn(entry: Entry, found: Findings): Prices {
  const prices = new Map<string, Priced>();
  const facts = isRecord(entry.facts) && isRecord(entry.facts.prices) ? entry.facts.prices : {};
  for (const [asset, value] of Object.entries(facts)) {
    const tick = loggedTick(value, `the price of ${asset}`);
    found.expect('window', tick.code === `${asset}${USDT}`, `the price of ${asset} is of another instrument`);
    found.expect('window', tick.at <= entry.at, `the price of ${asset} is of later`);
    prices.set(asset, { tick, precision: countOf(recordOf(value, '').precision, 'a precision') });
  }
  return prices;
}

export const midPrice = ({ tick, precision }: Priced): Price => priceOfPoints(tick.mid, precision);
export const bidPrice = ({ tick, precision }: Priced): Price => priceOfPoints(tick.bid, precision);

/** Undefined without a price. */
export function worth(asset: string, amount: Amount, prices: Prices): Amount | undefined {
  if (asset === USDT) return amount;
  const price = prices.get(asset);
  return price === undefined ? undefined : mulPriceFloor(amount, midPrice(price));
}

/** A line of the ledger as far as the history of a loan needs it, in the order of its entry. */
export interface LoanLine {
  readonly seq: number;
  readonly idx: number;
  readonly asset: string;
  readonly account: string;
  readonly amount: bigint;
  readonly after: Amount;
  readonly reason: string;
}

export function linesOf(list: unknown): LoanLine[] {
  const lines = listOf(list, 'the ledger lines').map((item): LoanLine => {
    const line = recordOf(item, 'a ledger line');
    return {
      seq: countOf(line.seq, 'a number'),
      idx: Number(textOf(line.id, 'the id of a line').split('.')[1]),
      asset: textOf(line.asset, 'an asset'),
      account: textOf(line.account, 'an account'),
      amount: amountOf(textOf(line.amount, 'an amount')),
      after: amountOf(textOf(line.balanceAfter, 'a balance')),
      reason: textOf(line.reason, 'a reason'),
    };
  });
  return lines.sort((left, right) => left.seq - right.seq || left.idx - right.idx);
}
