import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { archiveLog } from '@glasshouse/server/kernel/verify/archive-log';
import type { Pool } from '@glasshouse/server/platform/postgres';
import type { Checked } from './verify-receipt.ts';

/** `archive --before <entry> --to <folder>`. */
export async function archiveCommand(pool: Pool, args: readonly string[], now: number): Promise<Checked> {
  const { values } = parseArgs({ args: [...args], options: { before: { type: 'string' }, to: { type: 'string' } } });
  const { before, to } = values;
  if (before === undefined || to === undefined || !/^\d{1,15}$/.test(before)) {
    return { ok: false, lines: ['Say which: archive --before <entry> --to <folder>'] };
  }
  const result = await archiveLog(pool, { before: Number(before), folder: resolve(to), now });
  if (!result.ok) return { ok: false, lines: [result.problem] };
  return {
    ok: true,
    lines: [
      ...result.segments.map(({ file, first, last }) => `${file}: entries ${first} to ${last}`),
      `${result.deleted} entries up to ${result.last} left the database; verify --archive ${resolve(to)} still reads them`,
    ],
  };
}
