import { code } from '@glasshouse/api/codes';
import { quoteRateAt } from '@glasshouse/rules/contracts-rate';
import { RATE_DECIMALS, type Rate } from '@glasshouse/rules/money';
import { refuse } from '../../kernel/core/refusal.ts';
import { rulesOf } from '../../kernel/core/rules.ts';
import type { CommandInput, CoreState, HeldBy, MarketView, Refusal, Tick } from '../../kernel/core/types.ts';
import { type HeldFact, heldFact, heldOrBehind, refuseHeld } from '../../market-data/held-price.ts';
import { KEPT_SINCE_RULES } from '../../trading/lead.ts';
import { type NetworkFact, networkFact } from '../../trading/network-share.ts';
import { keptTick } from '../../trading/trailing-stops.ts';
import type { ContractOrder } from './rows.ts';
import { contractsOf } from './slice.ts';
import type { ContractTerms, Conversion } from './terms.ts';
import type { TrailText } from './trail.ts';

/** The market of the instrument as of sequencing. */
export type ContractFacts = HeldFact & {
  readonly isOpen: boolean;
  /** When the open session ends; left out where it never does. */
  readonly sessionEndsAt?: number;
  /** Null: there never was a price. */
  readonly tick: Tick | null;
  /**
   * Last price of the instrument that converts the quote asset; null where none is needed or known.
   */
  readonly conversion: Tick | null;
  /** Why that price is held, or not the newest; entries of before do not say. */
  readonly conversionHeld?: HeldBy;
};

/** Of a new order: with the network that it came from. */
export type BuyFacts = ContractFacts & NetworkFact;

export function factsOfBuy(
  input: CommandInput<{ readonly code: string }>,
  at: number,
  market: MarketView,
  state: CoreState,
): BuyFacts {
  return { ...factsOf(input.body.code, at, market, state), ...networkFact(input) };
}

/** Of an order that reverses a position; null when that is not live. */
export function factsOfReverse(
  input: CommandInput<{ readonly id: number }>,
  at: number,
  market: MarketView,
  state: CoreState,
): BuyFacts | null {
  // The order that opens is converted by the terms of now.
  const code = contractsOf(state).orders.get(input.body.id)?.code;
  return code === undefined ? null : { ...factsOf(code, at, market, state), ...networkFact(input) };
}

/** For a command that names an order; null when the order is not live. */
export function factsByOrder(
  { body }: CommandInput<{ readonly id: number }>,
  at: number,
  market: MarketView,
  state: CoreState,
): ContractFacts | null {
  const order = contractsOf(state).orders.get(body.id);
  return order === undefined ? null : factsOf(order.code, at, market, state, order.converts_by);
}

/** Of stops that are changed: with how far a trailing stop has come that is set anew or removed. */
export type StopsFacts = ContractFacts & { readonly peak?: Tick };

export function factsOfStops(
  input: CommandInput<{ readonly id: number; readonly trailing?: TrailText | null }>,
  at: number,
  market: MarketView,
  state: CoreState,
): StopsFacts | null {
  const facts = factsByOrder(input, at, market, state);
  const { id, trailing } = input.body;
  const order = contractsOf(state).orders.get(id);
  const isKept = order === undefined || trailing === undefined || rulesOf(state) < KEPT_SINCE_RULES;
  const peak = isKept ? undefined : contractsOf(state).trails.progressOf(order)?.peak;
  return facts === null || peak == null ? facts : { ...facts, peak: keptTick(peak) };
}

/** `convertsBy`: of an order that is converted at its close, whatever the terms say by now. */
function factsOf(
  code: string,
  at: number,
  market: MarketView,
  state: CoreState,
  convertsBy: Conversion | null = null,
): ContractFacts {
  const conversion = convertsBy ?? contractsOf(state).terms.get(code)?.conversion;
  const endsAt = market.sessionEndsAt(code, at);
  return {
    isOpen: endsAt !== undefined,
    ...endFact(endsAt),
    tick: market.lastTick(code) ?? null,
    conversion: conversion == null ? null : (market.lastTick(conversion.code) ?? null),
    ...heldFact(market, code, at),
    ...(conversion == null ? {} : conversionHeldFact(market, conversion.code, at)),
  };
}

/** An order keeps the rate of the last price, so that it must be the newest one. */
function conversionHeldFact(market: MarketView, code: string, at: number): Pick<ContractFacts, 'conversionHeld'> {
  const { held } = heldOrBehind(market, code, at);
  return held === undefined ? {} : { conversionHeld: held };
}

const endFact = (endsAt: number | undefined): { readonly sessionEndsAt?: number } =>
  endsAt !== undefined && Number.isFinite(endsAt) ? { sessionEndsAt: endsAt } : {};

/** When the session ends in which a tick opens orders. Entries of before have no facts. */
export type OpenFacts = { readonly sessionEndsAt?: number } | null;

export const factsByTick = (
  { body }: CommandInput<{ readonly tick: Tick; readonly orders: readonly number[] }>,
  at: number,
  market: MarketView,
): OpenFacts => endFact(market.sessionEndsAt(body.tick.code, at));

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
  if (tick === null || terms.stalenessMs < at - tick.at) return undefined;
  return quoteRateAt(conversion, tick.mid);
}

/**
 * Why an open position that is converted at its close cannot be closed, or its stops moved: without
 * a fresh rate that is not held its owner could know better what it is worth.
 */
export function refuseRate(order: ContractOrder, facts: ContractFacts | null, use: RateUse): Refusal | undefined {
  if (order.converts_by === null) return undefined;
  const rate = quoteRateOf(use.terms, facts?.conversion ?? null, use.at);
  if (rate === undefined) return refuse(code.notTradable, 'id');
  return facts?.conversionHeld === undefined ? undefined : refuseHeld(facts.conversionHeld, 'id');
}

interface RateUse {
  readonly terms: ContractTerms;
  readonly at: number;
}
