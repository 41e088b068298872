import { type LogRecord, recordOf } from './records.ts';

/** Balances exactly as the ledger has them, never rounded, and with cents at least. */
export const BALANCE_PLACES = { min: 2, max: 18 } as const;

/** The asset that a field of a record is an amount of; undefined for what is no money. */
export type UnitOf = (name: string) => string | undefined;

/** Of deposits and withdrawals, whose records need not name their asset. */
const OF_PAYMENTS: readonly string[] = ['amount', 'received', 'arrived', 'credited', 'frozen', 'owed'];
/** Of deposits, counted in what was reported: by bank the currency of the account. */
const OF_REPORTS: readonly string[] = ['reported', 'difference'];
/** Decimals of records with an asset that are no amount of it. */
const NO_AMOUNT = /(?:Rate|Share|Price|price)$/;

/** Parameters whose values are tables of amounts in USDT. */
const USDT_TABLE = /^parameter kyc\.limits_/;

interface LoggedChange {
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly payment: { readonly asset: string; readonly currency: string | null } | null;
}

/**
 * Which fields of a change are money, and of what: all decimals of a record that names its asset
 * (the log writes amounts as texts and counts as numbers), and the known ones of a payment.
 */
export function unitsOf({ subject, before, after, payment }: LoggedChange): UnitOf {
  const fields: LogRecord = { ...recordOf(before), ...recordOf(after) };
  return (name) => {
    if (USDT_TABLE.test(subject)) return 'USDT';
    if (name === 'currencyAmount') return payment?.currency ?? undefined;
    if (payment !== null && OF_REPORTS.includes(name)) return payment.currency ?? payment.asset;
    if (payment !== null && OF_PAYMENTS.includes(name)) return payment.asset;
    const isAmount = typeof fields.asset === 'string' && typeof fields[name] === 'string' && !NO_AMOUNT.test(name);
    return isAmount ? (fields.asset as string) : undefined;
  };
}
