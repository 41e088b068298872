import { countOf, isRecord, type Json } from './document.ts';
import type { Entry } from './entries.ts';

/**
 * How long after an acceptance the first price that decides may be at the earliest, by the terms: a
 * live source is known sooner elsewhere.
 */
export const leadIn = ({ leadMs }: Json): number => (leadMs === undefined ? 0 : countOf(leadMs, 'a lead'));

/**
 * From when prices fill a spot order that rests, or trigger it: its answer says whether the rules
 * of then made it wait.
 */
export function crossesFromOf({ at, result }: Pick<Entry, 'at' | 'result'>, terms: Json): number | null {
  const crossesFrom = isRecord(result) ? result.crossesFrom : undefined;
  return crossesFrom === undefined ? null : at + leadIn(terms);
}

/** As an order shows it: without one, nothing. */
export const leadShown = (terms: Json): Json => (leadIn(terms) === 0 ? {} : { leadMs: leadIn(terms) });
