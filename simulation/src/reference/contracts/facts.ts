import { KEPT_SINCE_RULES } from '../leads.ts';
import { networkFactOf } from '../networks.ts';
import type { Reference } from '../product.ts';
import type { Entry, StoredTick } from '../stored.ts';
import { type Contract, convertsBy } from './position.ts';
import type { ContractsState, MarketFacts } from './state.ts';

/** The facts about the market that an entry must have. */
export function checkFacts(
  model: ContractsState,
  entry: Entry,
  { code, order }: { readonly code: string | undefined; readonly order: Contract | undefined },
): MarketFacts {
  const { prices, findings, sessionEnd, heldFact } = model.reference;
  const last = (code: string): StoredTick | null => prices.last(code) ?? null;
  const own = order === undefined || entry.type === 'contracts.reverse' ? null : convertsBy(order);
  const conversion = own ?? (code === undefined ? undefined : model.terms.get(code)?.conversion);
  const facts: MarketFacts = {
    isOpen: code !== undefined && sessionEnd(code, entry.at) !== null,
    ...(code === undefined ? {} : endFact(model.reference, code, entry.at)),
    tick: code === undefined ? null : last(code),
    conversion: conversion == null ? null : last(conversion.code),
    ...(code === undefined ? {} : heldFact(code, entry.at)),
    ...(conversion == null ? {} : conversionHeld(model.reference, conversion.code, entry)),
    ...peakOf(model.reference, entry, order),
    ...(entry.type === 'contracts.buy' || entry.type === 'contracts.reverse' ? networkFactOf(entry) : {}),
  };
  findings.equal(`entry ${entry.seq}: facts about ${code}`, entry.facts, code === undefined ? null : facts);
  return facts;
}

/**
 * What a changed trailing stop has come from. One that a price has reached already follows no more,
 * and the change is refused.
 */
function peakOf(
  reference: Reference,
  { type, body, facts }: Entry,
  order: Contract | undefined,
): Pick<MarketFacts, 'peak'> {
  const best = order?.trail?.best ?? null;
  const isTakenBack = type === 'contracts.stops' && (body as { trailing?: unknown }).trailing !== undefined;
  if (reference.rulesOf(undefined) < KEPT_SINCE_RULES || !isTakenBack || order === undefined || best === null)
    return {};
  const isTold = (facts as MarketFacts | null)?.peak !== undefined;
  return !isTold && reference.hits.has(order.id) ? {} : { peak: best };
}

function conversionHeld(reference: Reference, code: string, entry: Entry): Pick<MarketFacts, 'conversionHeld'> {
  const logged = (entry.facts as MarketFacts | null)?.conversionHeld;
  const { held } = reference.lastPriceFact(code, entry, logged === undefined ? undefined : { held: logged });
  return held === undefined ? {} : { conversionHeld: held };
}

export function endFact(reference: Reference, code: string, at: number): { sessionEndsAt?: number } {
  const end = reference.sessionEnd(code, at);
  return end === null || end === Number.MAX_SAFE_INTEGER ? {} : { sessionEndsAt: end };
}
