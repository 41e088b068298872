import { rulesOf } from '../kernel/core/rules.ts';
import type { CoreState } from '../kernel/core/types.ts';

/**
 * How much sooner than the tape somebody may know a price of a live source: a tick has the time of
 * its quickest way to us, and whoever watches the source itself has it earlier. What is decided by
 * the first price after an acceptance is decided by the first one from this long after it.
 */
export interface Lead {
  /** Left out: the source's times are exact, or the terms are of before. */
  readonly leadMs?: number;
}

/**
 * The version of the rules from which resting orders, triggers, and stops that were changed wait
 * for the end of it as well.
 */
export const HELD_SINCE_RULES = 11;

/**
 * The version from which what such a change takes back stays in force until then: whoever knows a
 * price sooner elsewhere would take a stop away from it.
 */
export const KEPT_SINCE_RULES = 13;

/** A longer one would be a wait of its own. */
export const LEAD_MS_MAX = 5_000;

export const isSoundLead = ({ leadMs = 0 }: Lead): boolean =>
  Number.isSafeInteger(leadMs) && 0 <= leadMs && leadMs <= LEAD_MS_MAX;

/**
 * From when prices decide over what its owner leaves to wait at a time: whoever saw other
 * instruments jump would place it across the price that comes next. Null without a lead, and by the
 * rules of before.
 */
export const leadEnd = (state: CoreState, { leadMs = 0 }: Lead, at: number): number | null =>
  leadMs === 0 || rulesOf(state) < HELD_SINCE_RULES ? null : at + leadMs;

/** Whether a tick of this time comes before that end, so that the owner may have known it. */
export const isWithinLead = (end: number | null, at: number): boolean => end !== null && at < end;

/** As a part of an offer: what is exact says nothing. */
export const leadOf = ({ leadMs = 0 }: Lead): Lead => (leadMs === 0 ? {} : { leadMs });

/** As a column: null without one. */
export const leadColumn = ({ leadMs = 0 }: Lead): number | null => (leadMs === 0 ? null : leadMs);
