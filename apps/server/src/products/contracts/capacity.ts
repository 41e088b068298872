import { tierOf, waitingExposure } from '@glasshouse/rules/contracts-tiers';
import { type Amount, add, amountOf, formatAmount, mulRateCeil, rateOf, subtract, ZERO } from '@glasshouse/rules/money';
import { figureOf } from '../../figures/in-force.ts';
import { rulesOf } from '../../kernel/core/rules.ts';
import type { CoreState, Tick } from '../../kernel/core/types.ts';
import { networkPoolMaxOf } from '../../trading/network-share.ts';
import { accountsOf, type ContractEffects } from './contract-effects.ts';
import type { ContractOrder } from './rows.ts';
import {
  type ContractsSlice,
  exposureOf,
  networkExposureOf,
  networkTotalOf,
  personExposureOf,
  worstCaseOf,
} from './slice.ts';
import { type ContractTerms, readTiers } from './terms.ts';

/** An order to be taken, and the position that is closed by the tick that opens it. */
interface OpeningOrder {
  readonly order: ContractOrder;
  readonly terms: ContractTerms;
  readonly freed: ContractOrder | undefined;
}

/** All that the order's owner would have on the instrument. */
const personal = (slice: ContractsSlice, { order, freed }: OpeningOrder): Amount =>
  subtract(add(personExposureOf(slice, order), amountOf(order.notional)), amountOf(freed?.notional ?? '0'));

/** The leverage that the tier of the order allows: of all that its owner has on the instrument. */
export function tierLeverageOf(slice: ContractsSlice, request: OpeningOrder): number {
  const { order, terms } = request;
  const all = terms.personMax === undefined ? amountOf(order.notional) : personal(slice, request);
  return tierOf(readTiers(terms), all).maxLeverage;
}

/** Whether the order fits its owner's share of the instrument. */
export const fitsPerson = (slice: ContractsSlice, request: OpeningOrder): boolean =>
  request.terms.personMax === undefined || personal(slice, request) <= amountOf(request.terms.personMax);

/**
 * Most that all orders of one network may take of all instruments of a book together. What waits
 * counts in full, as it does for the share of an instrument, and needs no check when it opens.
 */
export function networkTotalMaxOf(state: CoreState, terms: ContractTerms): Amount | undefined {
  // By the rules of before, a network had a share of each instrument only.
  if (rulesOf(state) < 11) return undefined;
  return networkPoolMaxOf(terms, {
    whole: amountOf(terms.exposureTotalMax),
    share: figureOf(state, 'networks.poolShare'),
  });
}

/** Whether it fits what orders of its network may take of the instrument, and of all of them. */
export function fitsNetwork(
  slice: ContractsSlice,
  { order, freed }: OpeningOrder,
  most: { readonly ofInstrument: Amount | undefined; readonly ofTotal: Amount | undefined },
): boolean {
  const { book, network } = order;
  if (network === null) return true;
  const own = freed?.network === network ? amountOf(freed.notional) : ZERO;
  const more = subtract(amountOf(order.notional), own);
  const fits = (used: Amount, limit: Amount | undefined) => limit === undefined || add(used, more) <= limit;
  return (
    fits(networkExposureOf(slice, order, network), most.ofInstrument) &&
    fits(networkTotalOf(slice, book, network), most.ofTotal)
  );
}

/**
 * Whether the order fits the limits of the house on its book, and whether the house could pay: all
 * that open and waiting orders may gain is at most what pool and capital hold together. `more` and
 * `promise` are what it adds to what is counted already.
 */
export function fitsHouse(
  slice: ContractsSlice,
  effects: ContractEffects,
  request: {
    readonly order: ContractOrder;
    readonly terms: ContractTerms;
    readonly more: Amount;
    readonly promise: Amount;
  },
): boolean {
  const { order, terms, more, promise } = request;
  const here = add(exposureOf(slice, order.book, order.code), more);
  const total = add(exposureOf(slice, order.book), more);
  if (amountOf(terms.exposureMax) < here || amountOf(terms.exposureTotalMax) < total) return false;
  const { pool, capital } = accountsOf(order);
  if (order.profit_max === null) return mulRateCeil(total, rateOf(terms.poolCover)) <= effects.balance(pool);
  return add(worstCaseOf(slice, order.book), promise) <= add(effects.balance(pool), effects.balance(capital));
}

/** What the order will count while it waits; null where the terms count all of it. */
export function countedWaiting(order: ContractOrder, terms: ContractTerms, { mid }: Tick): string | null {
  const waitsAt = order.entry_points ?? order.limit_points;
  if (terms.nearRate === undefined || waitsAt === null) return null;
  const counted = waitingExposure({
    notional: amountOf(order.notional),
    margin: amountOf(order.margin),
    limit: waitsAt,
    mid,
    near: rateOf(terms.nearRate),
  });
  return formatAmount(counted);
}
