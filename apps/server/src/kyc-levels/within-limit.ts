import type { LimitKind } from '@glasshouse/api/kyc-limits';
import { type Amount, add, amountOf, mulPriceCeil, type Price, subtract, ZERO } from '@glasshouse/rules/money';
import { partsOf } from '../kernel/core/accounts.ts';
import type { Command, CommandInput, CoreState, Effects, Json, MarketView, Outcome } from '../kernel/core/types.ts';
import { coinMarket, lastPrice, type PriceTick, priceOfTick, USDT } from '../money/funding/value.ts';
import { countsLimits, limitsTrading, refuseBeyond, UsageChanges } from './limits.ts';

type Decided = Effects & { readonly ok: true; readonly result: Json };

interface LimitedCommand<Body extends Json, Facts extends Json> {
  readonly kind: Exclude<LimitKind, 'deposit'>;
  /** The field that is at fault when it is too much. */
  readonly field: string | ((body: Body) => string);
  /** What it counts for, in USDT; null without a price. */
  readonly worthOf: (state: CoreState, command: Command<Body, Facts>, decided: Decided) => Amount | null;
}

/**
 * The handler of what counts against the limits of the person's level. Decided last, by what the
 * command would really move: a refusal of its own comes first.
 */
export const withinLimit =
  <Body extends Json, Facts extends Json>(
    { kind, field, worthOf }: LimitedCommand<Body, Facts>,
    handler: (state: CoreState, command: Command<Body, Facts>) => Outcome,
  ) =>
  (state: CoreState, command: Command<Body, Facts>): Outcome => {
    const outcome = handler(state, command);
    if (!outcome.ok || !countsLimits(state, command)) return outcome;
    if (kind === 'trading' && !limitsTrading(state)) return outcome;
    const { userId, at, body } = command;
    const worth = worthOf(state, command, outcome);
    const named = typeof field === 'string' ? field : field(body);
    const beyond = refuseBeyond(state, { userId, kind, worth, at, field: named });
    if (beyond !== undefined) return beyond;
    const usage = new UsageChanges(state, command);
    usage.add(userId, kind, worth ?? ZERO);
    return { ...outcome, rows: [...outcome.rows, ...usage.rows] };
  };

/** What leaves the free balance of the person with a command, by asset. */
export function spentBy({ userId }: Pick<Command, 'userId'>, { postings }: Pick<Effects, 'postings'>) {
  const moved = new Map<string, Amount>();
  for (const { from, to, amount } of postings) {
    for (const [key, isOut] of [
      [from, true],
      [to, false],
    ] as const) {
      const { owner, kind, asset } = partsOf(key);
      if (owner !== userId || kind !== 'available') continue;
      const before = moved.get(asset) ?? ZERO;
      moved.set(asset, isOut ? add(before, amount) : subtract(before, amount));
    }
  }
  return new Map([...moved].filter(([, amount]) => ZERO < amount));
}

/**
 * Worth of all that leaves the free balance, each amount rounded up. `priceOf`: of a coin in USDT,
 * as the command's facts have it.
 */
export function worthSpent(
  command: Pick<Command, 'userId'>,
  decided: Pick<Effects, 'postings'>,
  priceOf: (asset: string) => Price | null = () => null,
): Amount | null {
  let worth = ZERO;
  for (const [asset, amount] of spentBy(command, decided)) {
    const price = asset === USDT ? undefined : priceOf(asset);
    if (price === null) return null;
    worth = add(worth, price === undefined ? amount : mulPriceCeil(amount, price));
  }
  return worth;
}

/** What a row of the outcome says that it is worth, as a column of USDT. */
export const worthInRow =
  (table: string, column: string) =>
  (_state: CoreState, command: Pick<Command, 'seq'>, { rows }: Decided): Amount | null => {
    const row = rows.find((change) => change.table === table && change.row.id === command.seq)?.row;
    const value = row?.[column];
    return typeof value === 'string' ? amountOf(value) : null;
  };

/** Prices that only the limits need: of coins whose worth the facts of the command do not tell. */
export type WorthFact = { readonly worth?: { readonly [asset: string]: PriceTick } };

/** Gathered only where trades are limited; empty otherwise, as it was before there were limits. */
export function worthFact(
  assets: readonly string[],
  context: { readonly input: Pick<CommandInput, 'book'>; readonly market: MarketView; readonly state: CoreState },
): WorthFact {
  if (!countsLimits(context.state, context.input) || !limitsTrading(context.state)) return {};
  const prices = assets.flatMap((asset) => {
    const tick = asset === USDT ? null : lastPrice(context.market, coinMarket(asset));
    return tick === null ? [] : [[asset, tick] as const];
  });
  return prices.length === 0 ? {} : { worth: Object.fromEntries(prices) };
}

/** The price of a coin by that fact. */
export const priceByFact =
  (facts: WorthFact | null) =>
  (asset: string): Price | null => {
    const tick = facts?.worth?.[asset];
    return tick === undefined ? null : priceOfTick(tick);
  };
