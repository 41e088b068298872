import type { MarketInfo } from '@glasshouse/trade/market-info';

/** What can be traded on an instrument, in the order of the tabs. */
export const PRODUCTS = ['options', 'contracts', 'spot'] as const;
export type Product = (typeof PRODUCTS)[number];

const isOffered: Readonly<Record<Product, (info: MarketInfo) => boolean>> = {
  options: (info) => info.options.enabled,
  contracts: (info) => info.contracts !== null,
  spot: (info) => info.spot !== null,
};

export const offeredProducts = (info: MarketInfo): readonly Product[] =>
  PRODUCTS.filter((product) => isOffered[product](info));

/** The product used last, if this instrument offers it. */
export const firstProduct = (offered: readonly Product[], remembered: string | undefined): Product | undefined =>
  offered.find((product) => product === remembered) ?? offered[0];
