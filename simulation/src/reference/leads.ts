/**
 * Prices of a live source are known sooner elsewhere: what the first price after an acceptance
 * decides is decided by the first one from this long after it.
 */
export interface LeadTerms {
  readonly leadMs?: number;
}

const LEAD_MAX_MS = 5_000;

export const isNoLead = ({ leadMs = 0 }: LeadTerms): boolean =>
  !Number.isSafeInteger(leadMs) || leadMs < 0 || LEAD_MAX_MS < leadMs;

/** From this version of the rules on, resting orders and changed stops wait for it as well. */
export const HELD_SINCE_RULES = 11;

/** From this one on, stops that were removed or replaced stay in force until it is over. */
export const KEPT_SINCE_RULES = 12;

export const leadOf = ({ leadMs = 0 }: LeadTerms): number => leadMs;

/** As a column, and as the owner is shown it. */
export const leadColumn = (lead: number): number | null => (lead === 0 ? null : lead);
export const leadShown = (lead: number): { readonly leadMs?: number } => (lead === 0 ? {} : { leadMs: lead });

/** Whether a tick came within the lead of what would fire at it; null: nothing waits. */
export const isWithinLead = (from: number | null, { at }: { readonly at: number }): boolean =>
  from !== null && at < from;
