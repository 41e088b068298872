import { certificateDigest } from '@glasshouse/rules/nfts';
import { PagedRows, type Reader } from '../../platform/paged-rows.ts';
import type { Pool } from '../../platform/postgres.ts';
import { readSnapshot } from '../../platform/read-snapshot.ts';

const FINDINGS_MAX = 50;

interface LoggedCertificate {
  readonly seq: number;
  readonly isOfPurchase: boolean;
}

interface CertificatesReport {
  readonly findings: readonly string[];
  readonly checked: number;
}

interface CertifiedRow {
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
export const verifyCertificates = (pool: Pool): Promise<CertificatesReport> => readSnapshot(pool, checkCertificates);

async function checkCertificates(reader: Reader): Promise<CertificatesReport> {
  const findings: string[] = [];
  const find = (sentence: string): void => {
    if (findings.length < FINDINGS_MAX) findings.push(`certificates: ${sentence}`);
  };
  let checked = 0;
  for await (const { seq, isOfPurchase } of loggedCertificates(reader).all()) {
    checked += 1;
    if (!isOfPurchase) find(`entry ${seq} is of a serial that its purchase does not have`);
  }
  for await (const { purchase, serial, name, nonce, entry, shown } of certifiedRows(reader).all()) {
    checked += 1;
    const says = nonce === null ? '' : certificateDigest({ purchase, serial, owner: name, nonce });
    if (shown !== null && shown !== says)
      find(`serial ${serial} of purchase ${purchase} is shown under another name than entry ${entry} has`);
  }
  return { findings, checked };
}

const loggedCertificates = (reader: Reader): PagedRows<LoggedCertificate> =>
  new PagedRows(
    reader,
    `select l.seq, exists (
       select from nft_purchases p
        where p.id = (b ->> 'purchase')::bigint and p.listing = (b ->> 'listing')::bigint
          and p.serial <= (b ->> 'serial')::bigint and (b ->> 'serial')::bigint < p.serial + p.quantity
     ) as "isOfPurchase"
       from command_log l, lateral (select l.entry::jsonb -> 'body') as e (b)
      where l.type = 'nfts.certify' and l.code = 200 order by l.seq`,
  );

const certifiedRows = (reader: Reader): PagedRows<CertifiedRow> =>
  new PagedRows(
    reader,
    `select s.purchase, s.serial, s.name, encode(s.nonce, 'hex') as nonce, s.entry,
            (select l.entry::jsonb -> 'body' ->> 'shown' from command_log l
              where l.seq = s.entry and l.type = 'nfts.certify') as shown
       from nft_shares s where s.entry is not null order by s.token`,
  );
