import type { ResultOf } from '@glasshouse/api';
import { notionalOf } from '@glasshouse/rules/contracts';
import type { PricedTick } from '@glasshouse/rules/derivations';
import { exposureDerivations } from '@glasshouse/rules/derivations/holdings';
import { ofTick } from '@glasshouse/rules/derivations/terms';
import {
  type Amount,
  add,
  amountOf,
  divFloor,
  formatAmount,
  formatDecimal,
  mulPriceFloor,
  priceOf,
  rateOf,
  subtract,
  ZERO,
} from '@glasshouse/rules/money';
import type { ContractOrder, OptionsOrder } from '../orders.ts';

export type Balance = ResultOf<'listBalances'>['items'][number];

/** What a person has at stake on one market. */
export interface Exposed {
  readonly code: string;
  readonly name: string;
  readonly precision: number;
  readonly contracts: readonly ContractOrder[];
  readonly options: readonly OptionsOrder[];
  /** The coin of this market that is owned, in whatever account of the book. */
  readonly coin: { readonly asset: string; readonly quantity: string } | undefined;
}

export interface Exposure {
  /** Value of what gains when the price rises, in USDT. */
  readonly long: string;
  /** Value of what gains when it falls. */
  readonly short: string;
  /** Long less short. */
  readonly net: string;
  /** Stakes of options: most that they can lose, whichever way. */
  readonly stakes: string;
}

/** Open contracts, live options and owned coins by market, in the order of their names. */
export function exposedMarkets(portfolio: {
  readonly contracts: readonly ContractOrder[];
  readonly options: readonly OptionsOrder[];
  readonly balances: readonly Balance[];
}): readonly Exposed[] {
  const open = portfolio.contracts.filter(({ state }) => state === 'open');
  const markets = new Map<string, Exposed>();
  const put = (code: string, change: (known: Exposed) => Exposed, named: Pick<Exposed, 'name' | 'precision'>) =>
    markets.set(code, change(markets.get(code) ?? { code, ...named, contracts: [], options: [], coin: undefined }));
  for (const order of open) put(order.code, (known) => ({ ...known, contracts: [...known.contracts, order] }), order);
  for (const order of portfolio.options)
    put(order.code, (known) => ({ ...known, options: [...known.options, order] }), order);
  for (const { asset, total } of portfolio.balances) {
    if (asset === 'USDT' || amountOf(total) === ZERO) continue;
    const coin = { asset, quantity: total };
    put(`${asset}USDT`, (known) => ({ ...known, coin }), { name: `${asset}/USDT`, precision: 2 });
  }
  return [...markets.values()].sort((left, right) => left.name.localeCompare(right.name, 'en'));
}

/** The exposure of one market at a price; undefined without one. */
export function exposureAt(market: Exposed, price: string | undefined): Exposure | undefined {
  if (price === undefined) return undefined;
  const at = priceOf(price);
  let long: Amount = ZERO;
  let short: Amount = ZERO;
  for (const { side, openLots, lotSize, quoteRate, rateNow } of market.contracts) {
    const rate = rateOf(rateNow ?? quoteRate);
    const size = { lots: amountOf(openLots), lotSize: amountOf(lotSize), quoteRate: rate };
    const notional = notionalOf(size, at);
    if (side === 'buy') long = add(long, notional);
    else short = add(short, notional);
  }
  if (market.coin !== undefined) long = add(long, mulPriceFloor(amountOf(market.coin.quantity), at));
  const stakes = market.options.reduce<Amount>((sum, { amount }) => add(sum, amountOf(amount)), ZERO);
  return {
    long: formatAmount(long),
    short: formatAmount(short),
    net: formatAmount(subtract(long, short)),
    stakes: formatAmount(stakes),
  };
}

const SHARE_DECIMALS = 4;

/** One amount as a share of another, cut to four decimals: 0.125 is 12.5 %. */
export function ratioText(part: string | undefined, whole: string | undefined): string | undefined {
  if (part === undefined || whole === undefined || amountOf(whole) <= ZERO) return undefined;
  const scaled = amountOf(part) * 10n ** BigInt(SHARE_DECIMALS);
  const size = scaled < 0n ? -scaled : scaled;
  const share = divFloor(size, amountOf(whole));
  return formatDecimal(scaled < 0n ? -share : share, SHARE_DECIMALS);
}

/** The same exposure with its reason. */
export function exposureWhy(
  { contracts, coin, options }: Exposed,
  price: string,
  tick: PricedTick | undefined,
): ReturnType<typeof exposureDerivations> {
  const exposure = exposureDerivations({ contracts, coin, stakes: options.map(({ amount }) => amount) }, price);
  return {
    long: ofTick(exposure.long, tick),
    short: ofTick(exposure.short, tick),
    net: ofTick(exposure.net, tick),
    stakes: exposure.stakes,
  };
}
