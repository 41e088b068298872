import type { Rate } from '../money.ts';
import type { Details } from './contract-effects.ts';
import type { ContractSums, Replayed } from './contract-position.ts';
import { countOf, isRecord } from './document.ts';
import type { Entry } from './entries.ts';
import type { Proving } from './proving.ts';
import { type LoggedTick, loggedTick } from './ticks.ts';

/** The price that converts what an entry closes, as far as its terms ask for one. */
export function rateTickOf({ terms }: ContractSums, { body, facts }: Entry): LoggedTick | undefined {
  if (!terms.convertsAtClose) return undefined;
  const named = isRecord(body.rates) ? body.rates[terms.conversion?.code ?? ''] : undefined;
  const value = named ?? (isRecord(facts) ? facts.conversion : undefined);
  return value == null ? undefined : loggedTick(value, 'the rate of a close');
}

/** Out of margin at a tick, or short of what it needs before a close that is near. */
export function isDue(
  sums: ContractSums,
  now: Replayed,
  { entry, tick, rate }: { readonly entry: Entry; readonly tick: LoggedTick; readonly rate: Rate },
): boolean {
  const { closesAt } = entry.body;
  if (closesAt === undefined) return sums.isLiquidatedAt(now, tick.mid, rate);
  const end = countOf(closesAt, 'the end of a session');
  const at = Math.max(tick.at, rateTickOf(sums, entry)?.at ?? 0);
  const minutes = sums.terms.closeRequirement?.minutes ?? 0;
  const more = sums.raised(now);
  const isNear = at < end && end - at <= minutes * 60_000;
  return isNear && more !== undefined && sums.isLiquidatedAt(more, tick.mid, rate);
}

/** What a step that closed lots shows of the rate; its tick must be proved as well. */
export function convertedBy({ found, ticks }: Proving, sums: ContractSums, entry: Entry): Details {
  const { closesAt } = entry.body;
  const more = closesAt === undefined ? {} : { closesAt: countOf(closesAt, 'the end of a session') };
  const tick = rateTickOf(sums, entry);
  const { conversion } = sums.terms;
  if (tick === undefined || conversion === null) return more;
  found.expect('window', tick.at <= entry.at, `entry ${entry.seq} is converted at a tick from after it`);
  ticks.expectLogged(tick, conversion.precision, `the rate of entry ${entry.seq}`);
  const quoteRate = sums.closingRate(tick);
  return { ...more, rate: { code: conversion.code, quoteRate, tick, precision: conversion.precision } };
}
