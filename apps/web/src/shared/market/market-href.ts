export interface MarketAddress {
  readonly code: string;
  /** With the type the list of markets opens in its tab before anything is fetched; the workspace finds it by the code as well. */
  readonly type?: number;
  readonly id?: number;
  /** The ticket that stands open. */
  readonly product?: 'options' | 'contracts' | 'spot' | undefined;
}

/** The page of one market: the only place that writes its address. */
export function marketHref({ code, type, id, product }: MarketAddress): string {
  const query = new URLSearchParams({ code });
  if (type !== undefined) query.set('type', String(type));
  if (id !== undefined) query.set('id', String(id));
  if (product !== undefined) query.set('product', product);
  return `/cruuency?${query}`;
}
