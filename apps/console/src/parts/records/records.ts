/** A record of the log: named values. */
export type LogRecord = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is LogRecord =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Without named values where it is none. */
export const recordOf = (value: unknown): LogRecord => (isRecord(value) ? value : {});
