import { verifyAccess } from '../authority/access/verify-access.ts';
import type { FileSettings } from '../files/settings.ts';
import { hasHeadFile } from '../kernel/log/durable-head.ts';
import { hasTapeKey } from '../market-data/tape/keys.ts';
import { verifyDerived } from '../operator/results/verify-derived.ts';
import type { Pool } from '../platform/postgres.ts';
import { verifyCertificates } from '../products/nfts/verify-certificates.ts';
import { verifyTrees } from '../transparency/tree/verify-trees.ts';
import { verifyKeptAnchors } from '../transparency/verify-kept-anchors.ts';

export interface OutsideReport {
  readonly findings: readonly string[];
  readonly notes: readonly string[];
  /** For the summary. */
  readonly checked: string;
}

/**
 * What no replay compares: who gets in, sums that figures are read from, certificates that are
 * shown, the anchors that were kept, the transparency logs, and the head that lies beside the
 * database.
 */
export async function verifyOutside(
  pool: Pool,
  {
    dataDir,
    now,
    files = { kind: 'folder' },
  }: { readonly dataDir: string | undefined; readonly now: number; readonly files?: FileSettings },
): Promise<OutsideReport> {
  const access = await verifyAccess(pool, now);
  const derived = await verifyDerived(pool, now);
  const certificates = await verifyCertificates(pool);
  const anchors = await verifyKeptAnchors(pool, { dataDir });
  const trees = await verifyTrees(pool, { dataDir, files });
  const isHeadGone = dataDir !== undefined && hasTapeKey(dataDir) && !hasHeadFile(dataDir);
  const { rows: missed } = await pool.query<{ seq: number; at: number }>(
    `select seq, (extract(epoch from at) * 1000)::bigint as at from command_log
      where type = 'core.headMissing' order by seq desc limit 10`,
  );
  return {
    findings: [
      ...(isHeadGone ? ['head: the file durable-head is missing beside existing keys'] : []),
      ...access.findings,
      ...derived.findings,
      ...certificates.findings,
      ...anchors.findings,
      ...trees.findings,
    ],
    notes: [
      ...access.notes,
      ...trees.notes,
      ...missed.map(
        ({ seq, at }) =>
          `head: the file durable-head was missing at the start of ${new Date(at).toISOString()} (entry ${seq})`,
      ),
    ],
    checked: [
      `${access.checked} credentials and sessions`,
      `${derived.checked} sums`,
      `${certificates.checked} certificates`,
      `${anchors.checked} anchors`,
      `${trees.checked} entries of transparency logs`,
    ].join(', '),
  };
}
