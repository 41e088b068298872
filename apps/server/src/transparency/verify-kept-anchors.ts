import { isAnchorSigned } from '@glasshouse/rules/proofs/anchor';
import { signatureHolds } from '../market-data/tape/keys.ts';
import type { Pool } from '../platform/postgres.ts';
import { type AnchorRow, linkBytes } from './anchors.ts';
import { readLinkFile } from './link-file.ts';

const PAGE = 1_000;
const FINDINGS_MAX = 50;

interface Row extends AnchorRow {
  readonly number: number | null;
  readonly link: Buffer | null;
  /** Of the log where it still has the entry. */
  readonly log_hash: Buffer | null;
  readonly has_minute: boolean;
  readonly root_hash: Buffer | null;
  readonly known_key: boolean;
}

/**
 * The anchors that the database keeps: each is signed by a key of the tape, names the log and the
 * tape as they are, and follows the one before it; the newest is at least as new as what the data
 * folder remembers.
 */
export async function verifyKeptAnchors(
  pool: Pool,
  { dataDir }: { readonly dataDir: string | undefined },
): Promise<{ readonly findings: readonly string[]; readonly checked: number }> {
  const findings: string[] = [];
  const find = (sentence: string): void => {
    if (findings.length < FINDINGS_MAX) findings.push(`anchors: ${sentence}`);
  };
  let checked = 0;
  let after = -1;
  let previous: { readonly seq: number; readonly number: number | null; readonly link: string | undefined } | undefined;
  for (;;) {
    const { rows } = await pool.query<Row>(
      `select a.at, a.seq, a.hash, a.minute_at, a.minute_hash, a.public_key, a.signature, a.number, a.link,
              l.hash as log_hash, m.minute_at is not null as has_minute, m.root_hash,
              exists (select from tape_keys k where k.public_key = a.public_key) as known_key
         from log_anchors a left join command_log l on l.seq = a.seq
         left join tape_minutes m on m.minute_at = a.minute_at
        where a.at > $1 order by a.at limit ${PAGE}`,
      [after],
    );
    for (const row of rows) {
      const name = `that of ${new Date(row.at).toISOString()}`;
      compare(row, name, find);
      if (previous !== undefined && row.seq < previous.seq) find(`${name} is of an older log than the one before it`);
      if (row.number === null && previous?.number != null) find(`${name} is linked to nothing`);
      if (row.number !== null && row.link !== null) {
        const before = previous?.number ?? 0;
        if (row.number !== before + 1) find(`${missing(before, row.number)} before ${name}`);
        const bytes = linkBytes(row.number, previous?.link, row.signature.toString('hex'));
        if (row.number === before + 1 && !signatureHolds(row.public_key, bytes, row.link))
          find(`${name} does not follow from the one before it`);
      }
      previous = { seq: row.seq, number: row.number, link: row.link?.toString('hex') };
    }
    checked += rows.length;
    after = rows.at(-1)?.at ?? after;
    if (rows.length < PAGE) break;
  }
  const link = dataDir === undefined ? undefined : readLinkFile(dataDir);
  const newest = previous?.number ?? 0;
  if (link !== undefined && newest < link.number) find(`${missing(newest, link.number + 1)} at the end`);
  return { findings, checked };
}

const missing = (before: number, next: number): string =>
  next - before === 2 ? `anchor ${next - 1} is missing` : `anchors ${before + 1} to ${next - 1} are missing`;

function compare(row: Row, name: string, find: (sentence: string) => void): void {
  const anchor = {
    version: 1 as const,
    seq: row.seq,
    hash: row.hash.toString('hex'),
    at: row.at,
    minute: row.minute_at,
    minuteHash: row.minute_hash?.toString('hex') ?? null,
    publicKey: row.public_key.toString('hex'),
    signature: row.signature.toString('hex'),
  };
  if (!isAnchorSigned(anchor)) find(`the signature of ${name} does not hold`);
  else if (!row.known_key) find(`${name} is signed by a key that nobody knows`);
  if (row.log_hash !== null && !row.log_hash.equals(row.hash)) find(`${name} names another entry ${row.seq}`);
  if (row.has_minute && row.root_hash !== null && row.minute_hash !== null && !row.root_hash.equals(row.minute_hash))
    find(`${name} names another minute of the tape`);
}
