import { notionalOf, type Side } from '../contracts.ts';
import {
  type Amount,
  add,
  amountOf,
  divFloor,
  formatDecimal,
  mulPriceFloor,
  priceOf,
  rateOf,
  subtract,
  ZERO,
} from '../money.ts';
import { sumDerivation } from './orders.ts';
import { amountBy, calculated, type Derived, exact, term } from './terms.ts';

/** What a sale would realise: its value, less the fee of selling it and its cost. */
export const unrealisedDerivation = (holding: {
  readonly value: string;
  readonly saleFee: string;
  readonly cost: string;
}): Derived =>
  exact(
    [
      term('value', '', holding.value),
      ...(holding.saleFee === '0' ? [] : [term('saleFee', '−', holding.saleFee)]),
      term('cost', '−', holding.cost),
    ],
    subtract(subtract(amountOf(holding.value), amountOf(holding.saleFee)), amountOf(holding.cost)),
  );

/** What is held of one market that gains or loses with its price. */
export interface OpenHoldings {
  readonly contracts: readonly {
    readonly side: Side;
    readonly openLots: string;
    readonly lotSize: string;
    readonly quoteRate: string;
  }[];
  readonly coin: { readonly asset: string; readonly quantity: string } | undefined;
  readonly stakes: readonly string[];
}

/** The exposure of one market at a price: long, short, net, and the stakes of options. */
export function exposureDerivations(positions: OpenHoldings, price: string): Readonly<Record<ExposureFigure, Derived>> {
  const at = priceOf(price);
  const parts = (side: Side) =>
    positions.contracts
      .filter((contract) => contract.side === side)
      .map(({ openLots, lotSize, quoteRate }) => {
        const size = { lots: amountOf(openLots), lotSize: amountOf(lotSize), quoteRate: rateOf(quoteRate) };
        const terms = [
          term('lots', '', openLots),
          term('lotSize', '×', lotSize),
          term('mark', '×', price),
          ...(quoteRate === '1' ? [] : [term('quoteRate', '×', quoteRate)]),
        ];
        return amountBy('up', terms, notionalOf(size, at));
      });
  const coin =
    positions.coin === undefined
      ? []
      : [
          amountBy(
            'down',
            [
              { ...term('quantity', '', positions.coin.quantity), label: positions.coin.asset },
              term('mark', '×', price),
            ],
            mulPriceFloor(amountOf(positions.coin.quantity), at),
          ),
        ];
  const together = (values: readonly Derived[]): Derived =>
    exact(
      values.length === 0
        ? [term('notional', '', '0')]
        : values.map((value, index) => calculated('notional', index === 0 ? '' : '+', value)),
      values.reduce<Amount>((sum, { result }) => add(sum, amountOf(result)), ZERO),
    );
  const long = together([...parts('buy'), ...coin]);
  const short = together(parts('sell'));
  return {
    long,
    short,
    net: exact(
      [calculated('long', '', long), calculated('short', '−', short)],
      subtract(amountOf(long.result), amountOf(short.result)),
    ),
    stakes: exact(
      (positions.stakes.length === 0 ? ['0'] : positions.stakes).map((stake, index) =>
        term('stake', index === 0 ? '' : '+', stake),
      ),
      positions.stakes.reduce<Amount>((sum, stake) => add(sum, amountOf(stake)), ZERO),
    ),
  };
}
export type ExposureFigure = 'long' | 'short' | 'net' | 'stakes';

const SHARE_DECIMALS = 4;

/** An exposure as a share of the account, cut to four decimals; undefined without an account. */
export function exposureShareDerivation(net: Derived, worth: string): Derived | undefined {
  const whole = amountOf(worth);
  if (whole <= ZERO) return undefined;
  const amount = amountOf(net.result);
  const size = amount < 0n ? -amount : amount;
  const share = divFloor(size * 10n ** BigInt(SHARE_DECIMALS), whole);
  return {
    terms: [calculated('exposure', '', net), term('worth', '÷', worth)],
    rounding: 'zero',
    decimals: SHARE_DECIMALS,
    result: formatDecimal(amount < 0n ? -share : share, SHARE_DECIMALS),
  };
}

/** A sum of amounts each of which has its own reason. */
export const totalDerivation = (parts: readonly { readonly label: string; readonly derived: Derived }[]): Derived =>
  exact(
    parts.length === 0
      ? [term('part', '', '0')]
      : parts.map(({ label, derived }, index) => ({
          ...calculated('part', index === 0 ? '' : '+', derived),
          label,
        })),
    parts.reduce<Amount>((sum, { derived }) => add(sum, amountOf(derived.result)), ZERO),
  );

/**
 * Total value: what each coin is worth, and what closing all open contracts would add, less what is
 * owed for loans.
 */
export function worthDerivation(account: {
  readonly coins: readonly { readonly asset: string; readonly valueUsdt: string | null }[];
  readonly open?: { readonly label: string; readonly derived: Derived } | undefined;
  readonly owed?: { readonly label: string; readonly value: string } | undefined;
}): Derived {
  const coins = account.coins.flatMap(({ asset, valueUsdt }) =>
    valueUsdt === null || valueUsdt === '0' ? [] : [{ value: valueUsdt, label: asset }],
  );
  const { open, owed } = account;
  const parts =
    open === undefined ? coins : [...coins, { value: open.derived.result, label: open.label, from: open.derived }];
  const whole = sumDerivation(0 < parts.length ? parts : [{ value: '0' }]);
  if (owed === undefined || owed.value === '0') return whole;
  return exact(
    [...whole.terms, { ...term('part', '−', owed.value), label: owed.label }],
    subtract(amountOf(whole.result), amountOf(owed.value)),
  );
}

/** What is missing to the next level, in fees paid. */
export function nextLevelDerivation(progress: { readonly goal: string; readonly paid: string }): Derived {
  return exact(
    [term('nextLevel', '', progress.goal), term('feesPaid', '−', progress.paid)],
    subtract(amountOf(progress.goal), amountOf(progress.paid)),
  );
}
