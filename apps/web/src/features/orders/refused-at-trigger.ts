interface Logged {
  readonly type: string;
  /** Just what is hashed; null for an entry of somebody else. */
  readonly text: string | null;
}

/** Entries that may end an order: its trigger, the price that it waited for, or none. */
const ENTRIES: ReadonlySet<string> = new Set(['spot.trigger', 'spot.meet', 'spot.lapse']);

/**
 * Why an order ended at the tick that triggered it or that it waited for, as a code of the
 * catalogue: by then it was refused, as a new order would have been. Undefined for others.
 */
export function refusedAtTrigger(entries: readonly Logged[], id: number): number | undefined {
  for (const { type, text } of entries) {
    if (!ENTRIES.has(type) || text === null) continue;
    const { body, result } = JSON.parse(text) as {
      readonly body: { readonly orders: readonly number[] };
      readonly result: { readonly refused: number | null } | null;
    };
    if (body.orders.includes(id)) return result?.refused ?? undefined;
  }
  return undefined;
}
