import { divFloor, PRICE_DECIMALS, power10, priceOfPoints, RATE_DECIMALS, type Rate } from '@glasshouse/rules/money';
import type { CommandInput, CoreState, Json, MarketView, Tick } from '../../kernel/types.ts';
import { contractsOf } from './slice.ts';
import type { ContractTerms } from './terms.ts';

/** The market of the instrument when a command was sequenced. */
export interface ContractFacts {
  readonly isOpen: boolean;
  /** The last price; null: there never was one. */
  readonly tick: Tick | null;
  /** The last price of the instrument that converts the quote asset; null where none is needed, or there is none. */
  readonly conversion: Tick | null;
}

/** Commands name the instrument, or an order of it. */
export function gatherFacts(input: CommandInput, at: number, market: MarketView, state: CoreState): Json {
  const body = input.body as { readonly code?: string; readonly id?: number };
  const slice = contractsOf(state);
  const code = body.code ?? slice.orders.get(body.id ?? 0)?.code;
  if (code === undefined) return null;
  const conversion = slice.terms.get(code)?.conversion;
  const facts: ContractFacts = {
    isOpen: market.sessionEndsAt(code, at) !== undefined,
    tick: market.lastTick(code) ?? null,
    conversion: conversion == null ? null : (market.lastTick(conversion.code) ?? null),
  };
  return facts as unknown as Json;
}

/** The last price, if one may trade at it: the market is open and the price is fresh. */
export function tradableTick(facts: ContractFacts | null, terms: ContractTerms, at: number): Tick | undefined {
  const tick = facts?.tick ?? undefined;
  if (facts === null || !facts.isOpen || tick === undefined || terms.stalenessMs < at - tick.at) return undefined;
  return tick;
}

const ONE = (10n ** BigInt(RATE_DECIMALS)) as Rate;

/** USDT for one unit of the quote asset, rounded down to eight decimals; undefined when its price is missing or stale. */
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
