import type { OptionsOrder } from '@glasshouse/trade/orders';

/** The running option that ends first; undefined if none runs. */
export function nextToEnd(
  options: readonly OptionsOrder[],
): { readonly startsAt: number; readonly endsAt: number } | undefined {
  let next: { startsAt: number; endsAt: number } | undefined;
  for (const { entry, expiresAt } of options) {
    if (entry === null || expiresAt === null) continue;
    const endsAt = Date.parse(expiresAt);
    if (next === undefined || endsAt < next.endsAt) next = { startsAt: Date.parse(entry.at), endsAt };
  }
  return next;
}
