/** Products that a person reads a warning for before the first order on a book. */
export const RISK_PRODUCTS = ['options', 'contracts'] as const;
export type RiskProduct = (typeof RISK_PRODUCTS)[number];

/**
 * The version of the warning in all languages. A change of its meaning raises it, and the figure
 * `risk.textMin` with it where everybody must read it again.
 */
export const RISK_TEXT_VERSION = 1;

/** The share of losing accounts counts from the first day of the month so many months ago. */
export const LOSING_MONTHS = 12;
/** Of fewer accounts nothing is stated: it would say little of the product and much of a person. */
export const LOSING_ACCOUNTS_MIN = 50;
