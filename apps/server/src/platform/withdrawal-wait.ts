const DAY_MS = 24 * 3_600_000;

/** The setting that shortens it, refused by `config.ts` unless nothing is real. */
export const WITHDRAWAL_WAIT_SETTING = 'SANDBOX_WITHDRAWAL_WAIT_SECONDS';

/**
 * How long withdrawals wait after a change of what protects an account, in milliseconds: long
 * enough for the owner to read the mail about it and to stop whoever did it. In the sandbox, where
 * withdrawals are tried out, a setting may shorten the day.
 */
// tidy-allow: The gateway and the core's thread need one value before either has a configuration.
export const WITHDRAWAL_BLOCK_MS = blockOf(process.env[WITHDRAWAL_WAIT_SETTING]);

function blockOf(seconds: string | undefined): number {
  return seconds === undefined || !/^\d{1,5}$/.test(seconds) ? DAY_MS : Math.min(Number(seconds) * 1_000, DAY_MS);
}
