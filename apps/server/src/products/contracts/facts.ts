import { divFloor, PRICE_DECIMALS, power10, priceOfPoints, RATE_DECIMALS, type Rate } from '@glasshouse/rules/money';
import type { CommandInput, CoreState, MarketView, Tick } from '../../kernel/types.ts';
import { contractsOf } from './slice.ts';
import type { ContractTerms } from './terms.ts';

/** The market of the instrument as of sequencing. */
export type ContractFacts = {
  readonly isOpen: boolean;
  /** Null: there never was a price. */
  readonly tick: Tick | null;
  /**
   * Last price of the instrument that converts the quote asset; null where none is needed or known.
   */
  readonly conversion: Tick | null;
};

/** For a command that names the instrument. */
export function factsByCode(
  { body }: CommandInput<{ readonly code: string }>,
  at: number,
  market: MarketView,
  state: CoreState,
): ContractFacts {
  return factsOf(body.code, at, market, state);
}

/** For a command that names an order; null when the order is not live. */
export function factsByOrder(
  { body }: CommandInput<{ readonly id: number }>,
  at: number,
  market: MarketView,
  state: CoreState,
): ContractFacts | null {
  const code = contractsOf(state).orders.get(body.id)?.code;
  return code === undefined ? null : factsOf(code, at, market, state);
}

function factsOf(code: string, at: number, market: MarketView, state: CoreState): ContractFacts {
  const conversion = contractsOf(state).terms.get(code)?.conversion;
  return {
    isOpen: market.sessionEndsAt(code, at) !== undefined,
    tick: market.lastTick(code) ?? null,
    conversion: conversion == null ? null : (market.lastTick(conversion.code) ?? null),
  };
}

/** The last price, if the market is open and the price fresh. */
export function tradableTick(facts: ContractFacts | null, terms: ContractTerms, at: number): Tick | undefined {
  const tick = facts?.tick ?? undefined;
  if (facts === null || !facts.isOpen || tick === undefined || terms.stalenessMs < at - tick.at) return undefined;
  return tick;
}

const ONE = (10n ** BigInt(RATE_DECIMALS)) as Rate;

/**
 * USDT per unit of the quote asset, rounded down to 8 decimals; undefined when its price is missing
 * or stale.
 */
export function quoteRateOf(terms: ContractTerms, tick: Pick<Tick, 'mid' | 'at'> | null, at: number): Rate | undefined {
  const { conversion } = terms;
  if (conversion === null) return ONE;
  if (tick === null || tick.mid <= 0 || terms.stalenessMs < at - tick.at) return undefined;
  const price = priceOfPoints(tick.mid, conversion.precision);
  const shift = PRICE_DECIMALS - RATE_DECIMALS;
  const rate = conversion.inverse
    ? divFloor(power10(PRICE_DECIMALS + RATE_DECIMALS), price)
    : divFloor(price, power10(shift));
  return rate === 0n ? undefined : (rate as Rate);
}
