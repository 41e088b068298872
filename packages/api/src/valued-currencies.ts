/**
 * Currencies that an amount of the bank can be in: dollars, and those with a market in dollars,
 * by which the core values them.
 */
export const VALUED_CURRENCIES: readonly string[] = ['USD', 'EUR', 'GBP', 'AUD', 'NZD'];
