export type Terms = { readonly [name: string]: string | number };

const HOUR_MS = 3_600_000;
/** While the log names none. */
export const DEFAULTS: Terms = {
  dailyRate: '0.0003',
  overdueRate: '0.0005',
  freeDays: 3,
  graceDays: 7,
  openRate: '0.8',
  warnRate: '0.87',
  coverRate: '0.87',
  sellRate: '0.93',
  saleRate: '0.003',
  warnMs: 6 * HOUR_MS,
};

/** Lender and law, where the rules name them. */
export const namesBy = (rules: number, by: { parameter(key: string): unknown }): Terms =>
  rules < 14 ? {} : { lender: String(by.parameter('site.operator')), law: String(by.parameter('loan.law')) };
