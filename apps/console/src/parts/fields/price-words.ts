import type { Formatter } from '@glasshouse/i18n/format';

/** A price with the decimals that it came with; a dash where there is none. */
export const priceWords = (format: Formatter, price: string | null): string =>
  price === null ? '–' : format.price(price, price.split('.')[1]?.length ?? 0);
