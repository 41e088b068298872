export interface MarketAddress {
  readonly code: string;
  /**
   * With the type, the market list opens in its tab before anything is fetched; the code alone
   * works too.
   */
  readonly type?: number;
  readonly id?: number;
  /** The product of the ticket. */
  readonly product?: 'options' | 'contracts' | 'spot' | undefined;
}

/** The URL of a market page; nothing else builds it. */
export function marketHref({ code, type, id, product }: MarketAddress): string {
  const query = new URLSearchParams({ code });
  if (type !== undefined) query.set('type', String(type));
  if (id !== undefined) query.set('id', String(id));
  if (product !== undefined) query.set('product', product);
  return `/cruuency?${query}`;
}
