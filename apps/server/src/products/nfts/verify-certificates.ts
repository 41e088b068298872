import { certificateDigest } from '@glasshouse/rules/nfts';
import type { Pool } from '../../platform/postgres.ts';

const PAGE = 2_000;
const FINDINGS_MAX = 50;

interface CertifiedRow {
  readonly token: string;
  readonly purchase: number;
  readonly serial: number;
  readonly name: string | null;
  readonly nonce: string | null;
  readonly entry: number;
  /** Null: the log has no such entry any more; what was moved to an archive is compared there. */
  readonly shown: string | null;
}

/**
 * Compares the log entries of certificates with the purchases that they are of, and certificates
 * that are shown now with their entries: the server's key alone cannot give somebody a serial that
 * another person bought, nor change the name under which one is shown.
 */
export async function verifyCertificates(
  pool: Pool,
): Promise<{ readonly findings: readonly string[]; readonly checked: number }> {
  const findings: string[] = [];
  const find = (sentence: string): void => {
    if (findings.length < FINDINGS_MAX) findings.push(`certificates: ${sentence}`);
  };
  const { rows: entries } = await pool.query<{ seq: number; isOfPurchase: boolean }>(
    `select l.seq, exists (
       select from nft_purchases p
        where p.id = (b ->> 'purchase')::bigint and p.listing = (b ->> 'listing')::bigint
          and p.serial <= (b ->> 'serial')::bigint and (b ->> 'serial')::bigint < p.serial + p.quantity
     ) as "isOfPurchase"
       from command_log l, lateral (select l.entry::jsonb -> 'body') as e (b)
      where l.type = 'nfts.certify' and l.code = 200 order by l.seq`,
  );
  for (const { seq, isOfPurchase } of entries)
    if (!isOfPurchase) find(`entry ${seq} is of a serial that its purchase does not have`);
  let checked = entries.length;
  for (let after = ''; ; ) {
    const { rows } = await pool.query<CertifiedRow>(
      `select s.token, s.purchase, s.serial, s.name, encode(s.nonce, 'hex') as nonce, s.entry,
              (select l.entry::jsonb -> 'body' ->> 'shown' from command_log l
                where l.seq = s.entry and l.type = 'nfts.certify') as shown
         from nft_shares s where s.entry is not null and $1 < s.token order by s.token limit ${PAGE}`,
      [after],
    );
    const last = rows.at(-1);
    if (last === undefined) return { findings, checked };
    for (const { purchase, serial, name, nonce, entry, shown } of rows) {
      const says = nonce === null ? '' : certificateDigest({ purchase, serial, owner: name, nonce });
      if (shown !== null && shown !== says)
        find(`serial ${serial} of purchase ${purchase} is shown under another name than entry ${entry} has`);
    }
    checked += rows.length;
    after = last.token;
  }
}
