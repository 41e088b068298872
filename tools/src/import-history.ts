import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { importHistory } from '@glasshouse/server/account-data/import';
import type { Pool } from '@glasshouse/server/platform/postgres';
import type { Checked } from './verify-receipt.ts';

/** Reads an account's export line by line, however long it is. */
export async function importHistoryFile(
  pool: Pool,
  { file, args, now }: { readonly file: string; readonly args: readonly string[]; readonly now: number },
): Promise<Checked> {
  const { values } = parseArgs({ args: args.slice(1), options: { user: { type: 'string' } }, strict: false });
  const userId = Number(values.user);
  if (!Number.isSafeInteger(userId) || userId <= 0) {
    return { ok: false, lines: ['--user <number> names the account here, as the console shows it.'] };
  }
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
  const done = await importHistory(pool, { userId, lines, now });
  return done.ok
    ? { ok: true, lines: [`account ${userId}: ${done.rows} rows of account ${done.user} at ${done.site}`] }
    : { ok: false, lines: [done.problem, 'Nothing was imported.'] };
}
