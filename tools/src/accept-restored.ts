import { acceptanceOf, writeAcceptance } from '@glasshouse/server/kernel/core/restored';
import type { LogPoint } from '@glasshouse/server/kernel/core/store';
import { HeadFile } from '@glasshouse/server/kernel/log/durable-head';
import type { Pool } from '@glasshouse/server/platform/postgres';
import type { Checked } from './verify-receipt.ts';

const REASON_LENGTH_MIN = 10;

interface Options {
  readonly dataDir: string;
  readonly args: readonly string[];
  readonly now: number;
}

/**
 * What a database lacks of what was acknowledged, by what the data folder remembers; and the
 * decision to go on without it. The core writes that into the log at its next start.
 */
export async function acceptRestored(pool: Pool, { dataDir, args, now }: Options): Promise<Checked> {
  const file = new HeadFile(dataDir);
  const known = file.newest;
  await file.close();
  const { rows } = await pool.query('select sequence, last_hash as hash from shards where id = 0');
  const found = rows[0] as LogPoint;
  if (known === undefined) return { ok: true, lines: ['This data folder remembers no entry: nothing to accept.'] };
  if (known.sequence <= found.sequence) {
    const held = await pool.query('select hash from command_log where seq = $1', [known.sequence]);
    if (known.hash.equals(held.rows[0]?.hash ?? Buffer.alloc(0))) {
      return { ok: true, lines: [`The database holds entry ${known.sequence}, the newest known: nothing is lost.`] };
    }
  }
  const lines = [...describe(known, found), ...(await newestOf(pool))];
  const reason = reasonIn(args);
  if (reason === undefined) {
    const how = `To go on without them: npm run glasshouse -- accept-restored --reason "<why, at least ${REASON_LENGTH_MIN} characters>"`;
    return { ok: false, lines: [...lines, 'Nothing was accepted.', how] };
  }
  writeAcceptance(dataDir, acceptanceOf({ known, found }, { reason, at: now }));
  return { ok: true, lines: [...lines, 'Accepted. The next start goes on from here and writes this into the log.'] };
}

function describe(known: LogPoint, found: LogPoint): string[] {
  const lost =
    found.sequence < known.sequence
      ? `Lost: ${known.sequence - found.sequence} entries, ${found.sequence + 1} to ${known.sequence}.`
      : `Entry ${known.sequence} of the database is another one than was acknowledged: two histories.`;
  return [
    lost,
    'Every order, trade, deposit and withdrawal in them was confirmed to somebody and is as if it had never been.',
    'Balances and positions go back to what they were before; receipts that people saved prove what they had.',
    'Withdrawals that were already paid out would be open again: compare them with the chain and the bank first.',
  ];
}

async function newestOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query('select seq, at from command_log order by seq desc limit 1');
  return rows.map(
    ({ seq, at }: { seq: number; at: number }) =>
      `The newest entry that is left: ${seq}, of ${new Date(at).toISOString()}.`,
  );
}

function reasonIn(args: readonly string[]): string | undefined {
  const index = args.indexOf('--reason');
  const reason = index === -1 ? '' : (args[index + 1] ?? '').trim();
  return reason.length < REASON_LENGTH_MIN ? undefined : reason;
}
