interface Logged {
  readonly type: string;
  /** Just what is hashed; null for an entry of somebody else. */
  readonly text: string | null;
}

/**
 * Why an order ended at the tick that triggered it, as a code of the catalogue: by then it was
 * refused, as a new order would have been. Undefined for one that was not.
 */
export function refusedAtTrigger(entries: readonly Logged[], id: number): number | undefined {
  for (const { type, text } of entries) {
    if (type !== 'spot.trigger' || text === null) continue;
    const { body, result } = JSON.parse(text) as {
      readonly body: { readonly orders: readonly number[] };
      readonly result: { readonly refused: number | null } | null;
    };
    if (body.orders.includes(id)) return result?.refused ?? undefined;
  }
  return undefined;
}
