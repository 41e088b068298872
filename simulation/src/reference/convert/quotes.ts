import { CODE } from '../codes.ts';
import { ceilDiv, greatest, least, mustUnits, textOf, unitsOf, WHOLE_RATE } from '../figures.ts';
import { leadOf, leadShown } from '../leads.ts';
import { type Prediction, refusal } from '../prediction.ts';
import type { Reference } from '../product.ts';
import type { Entry, StoredTick } from '../stored.ts';
import {
  type AssetFacts,
  amountBy,
  type ConvertBody,
  closedOf,
  keptTick,
  type Priced,
  priceOf,
  type Terms,
  ticksOf,
} from './pricing.ts';

/** A firm price as the entry that uses it carries it. */
export type CarriedQuote = Readonly<Record<string, unknown>> & {
  readonly quote_id: string;
  readonly user_id: number;
  readonly book: string;
  readonly from_asset: string;
  readonly to_asset: string;
  readonly amount: string;
  readonly from_version: number;
  readonly to_version: number;
  readonly from_tick: (StoredTick & { precision: number }) | null;
  readonly to_tick: (StoredTick & { precision: number }) | null;
  readonly quoted_at: number;
  readonly expires_at: number;
  readonly network?: string;
};

export interface UsedQuote {
  readonly priced: Priced;
  /** Columns that only a conversion by a firm price has. */
  readonly more: Readonly<Record<string, unknown>>;
  readonly band: string;
}

const FIRM_MS = 10_000;
/** Numbers a tick's own fields, without the precision that is kept with it. */
const bare = (tick: (StoredTick & { precision: number }) | null): StoredTick | null => {
  if (tick === null) return null;
  const { precision, ...own } = tick;
  return own;
};

/** Firm prices: whoever uses one was told it, in time, once, for just that. */
export class QuotesModel {
  readonly #reference: Reference;
  readonly #terms: ReadonlyMap<string, Terms>;
  readonly #used = new Set<string>();

  /** `terms`: every version, by `asset/version`. */
  constructor(reference: Reference, terms: ReadonlyMap<string, Terms>) {
    this.#reference = reference;
    this.#terms = terms;
  }

  use(
    entry: Entry,
    request: {
      readonly body: ConvertBody;
      readonly facts: { from: AssetFacts; to: AssetFacts };
      readonly sides: { readonly from: Terms | undefined; readonly to: Terms | undefined };
    },
  ): UsedQuote | Prediction {
    const { body, facts } = request;
    const quote = (entry.facts as { quote?: CarriedQuote | null }).quote ?? null;
    const { from, to } = request.sides;
    if (quote === null || from === undefined || to === undefined || !this.#isFor(quote, entry, body)) {
      return refusal(CODE.quoteOver, 'quoteId');
    }
    const what = `entry ${entry.seq}: firm price ${quote.quote_id}`;
    const { findings } = this.#reference;
    findings.check(!this.#used.has(quote.quote_id), () => `${what} was used before`);
    const priced = this.#checked(quote, what);
    if (priced === undefined) return refusal(CODE.quoteOver, 'quoteId');
    const closed = closedOf({ from, to }, facts, entry.at);
    if (closed !== undefined) return closed;
    const fromTick = facts.from?.tick ?? null;
    const toTick = facts.to?.tick ?? null;
    const margin = mustUnits(priced.columns.margin_rate as string);
    const now = amountBy({ amount: priced.amount, margin, fromTick, toTick, from, to });
    const band = mustUnits(quote.band_rate as string);
    if (now.receive * WHOLE_RATE < priced.receive * (WHOLE_RATE - band)) return refusal(CODE.quoteMoved, 'quoteId');
    const { quote_id, quoted_at, band_rate } = quote;
    return {
      priced,
      band: band_rate as string,
      more: { quote_id, quoted_at, band_rate, now_from: keptTick(fromTick, from), now_to: keptTick(toTick, to) },
    };
  }

  /** The conversion was made. */
  spend(quoteId: string): void {
    this.#used.add(quoteId);
  }

  #isFor(quote: CarriedQuote, { user, book, at }: Entry, body: ConvertBody): boolean {
    return (
      quote.user_id === user &&
      quote.book === book &&
      quote.from_asset === body.from &&
      quote.to_asset === body.to &&
      unitsOf(quote.amount) === unitsOf(body.amount) &&
      quote.quoted_at <= at &&
      at <= quote.expires_at
    );
  }

  /** The quote's figures follow from its ticks and terms, and somebody was told just this. */
  #checked(quote: CarriedQuote, what: string): Priced | undefined {
    const { findings, prices, wasAnswered: isAnswered } = this.#reference;
    const sides = [
      this.#terms.get(`${quote.from_asset}/${quote.from_version}`),
      this.#terms.get(`${quote.to_asset}/${quote.to_version}`),
    ] as const;
    const [from, to] = sides;
    if (from === undefined || to === undefined) {
      findings.add(`${what} names terms that never were`);
      return undefined;
    }
    for (const tick of [quote.from_tick, quote.to_tick]) {
      const isKnown = tick === null || (prices.isDurable(tick) && tick.at <= quote.quoted_at);
      findings.check(isKnown, () => `${what} is of a tick that was not there`);
    }
    const factOf = (tick: CarriedQuote['from_tick']): AssetFacts =>
      tick === null ? null : { open: true, tick: bare(tick) };
    const request = {
      at: quote.quoted_at,
      body: { from: quote.from_asset, to: quote.to_asset, amount: quote.amount },
      facts: { from: factOf(quote.from_tick), to: factOf(quote.to_tick) },
      // Asking is not in the log, nor what was owned then.
      remainder: 12 <= this.#reference.rulesOf(undefined) ? ('any' as const) : undefined,
    };
    const priced = priceOf(new Map([from, to].map((terms) => [terms.asset, terms])), { ...request, isFirm: true });
    if ('code' in priced) {
      findings.add(`${what} could not be given: ${priced.code}`);
      return undefined;
    }
    const expiresAt = quote.quoted_at + this.#reference.figure('convert.quoteMs', FIRM_MS);
    const band = [from, to].map(({ bandRate = '0' }) => mustUnits(bandRate)).reduce(greatest);
    findings.equal(`${what}: as carried`, quote, {
      ...priced.columns,
      quote_id: quote.quote_id,
      user_id: quote.user_id,
      book: quote.book,
      band_rate: textOf(band),
      quoted_at: quote.quoted_at,
      expires_at: expiresAt,
      // Asking is in no log: only who used it from where is.
      ...(quote.network === undefined ? {} : { network: quote.network }),
    });
    const { reference, price, spread_rate, margin_rate } = priced.columns;
    const answer = {
      quoteId: quote.quote_id,
      from: quote.from_asset,
      to: quote.to_asset,
      amount: textOf(priced.amount),
      receive: textOf(priced.receive),
      reference,
      price,
      spreadRate: spread_rate,
      marginRate: margin_rate,
      bandRate: textOf(band),
      ticks: ticksOf(priced),
      priceAt: new Date(olderOf(priced.columns)).toISOString(),
      quotedAt: new Date(quote.quoted_at).toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
      ...leadShown(Math.max(leadOf(from), leadOf(to))),
      next: this.#next(request, [from, to]),
    };
    findings.check(isAnswered(quote.quote_id, answer), () => `${what} is not what its owner was told`);
    return priced;
  }

  /** What the same prices would give somebody who takes the next ones instead. */
  #next(request: Omit<Parameters<typeof priceOf>[1], 'isFirm'>, [from, to]: readonly [Terms, Terms]) {
    const fromRate = from.slippageRate;
    const toRate = to.slippageRate;
    const priced = priceOf(new Map([from, to].map((terms) => [terms.asset, terms])), { ...request, isFirm: false });
    if ('code' in priced || fromRate === undefined || toRate === undefined) return null;
    const slippage = least(mustUnits(fromRate), mustUnits(toRate));
    return {
      receive: textOf(priced.receive),
      least: textOf(leastOf(priced.receive, slippage)),
      marginRate: priced.columns.margin_rate,
      slippageRate: textOf(slippage),
    };
  }
}

/** When the older of the two prices was; USDT has none. */
function olderOf(columns: Readonly<Record<string, unknown>>): number {
  const [from, to] = [columns.from_tick, columns.to_tick] as ({ readonly at: number } | null)[];
  return Math.min(from?.at ?? Number.POSITIVE_INFINITY, to?.at ?? Number.POSITIVE_INFINITY);
}

/** Least that a conversion must give by the price that was seen. */
export const leastOf = (expected: bigint, slippage: bigint): bigint =>
  ceilDiv(expected * (WHOLE_RATE - slippage), WHOLE_RATE);
