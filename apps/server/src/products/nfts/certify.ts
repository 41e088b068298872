import { code } from '@glasshouse/api/codes';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Command, CoreState, Outcome } from '../../kernel/core/types.ts';
import { nftsOf } from './slice.ts';

/** `shown`: digest of purchase, serial and the name that the owner chose (`certificateDigest`). */
export type CertifyBody = {
  readonly purchase: number;
  readonly listing: number;
  readonly serial: number;
  readonly shown: string;
};

/**
 * What a certificate says is in the log before anybody sees it, so that whoever has the server's
 * key cannot seal another serial or name without an entry of its own. The entry names nobody, and
 * is in full in the certificate. 10020 for a serial that was not sold.
 */
export function certify(state: CoreState, { seq, body }: Command<CertifyBody>): Outcome {
  const { purchase, serial } = body;
  const listing = nftsOf(state).listings.get(body.listing);
  if (listing === undefined || listing.digest === null) return refuse(code.nftStatusWrong, 'id');
  const isSold = Number.isInteger(serial) && 1 <= serial && serial <= listing.sold && purchase < seq;
  if (!isSold) return refuse(code.nftStatusWrong, 'serial');
  const { id, digest } = listing;
  return { ok: true, result: { listing: id, serial, digest }, postings: [], rows: [], events: [] };
}
