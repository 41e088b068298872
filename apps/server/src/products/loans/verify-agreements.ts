import { signatureHash } from '@glasshouse/rules/loan-agreement';
import { sameJson } from '../../kernel/core/canonical-json.ts';
import type { Pool } from '../../platform/postgres.ts';
import { type PagesVerified, verifyPages } from '../../platform/verify-pages.ts';
import { type Signature, sha256 } from './agreement.ts';
import type { FrozenTerms } from './rows.ts';

const PAGE = 200;

interface Signed {
  readonly id: number;
  readonly text_hash: string;
  readonly signature_hash: string;
  readonly terms: FrozenTerms;
  /** Null without an agreement. */
  readonly text: string | null;
  readonly shown_hash: string | null;
  readonly shown_signature: string | null;
  readonly shown_terms: FrozenTerms | null;
  readonly strokes: Signature | null;
  readonly is_same: boolean | null;
}

const SIGNED_SQL = `select l.id, l.text_hash, l.signature_hash, l.terms, a.text, a.text_hash as shown_hash,
    a.signature_hash as shown_signature, a.terms as shown_terms, a.strokes,
    (a.user_id, a.amount, a.term_days, a.version, a.language) = (l.user_id, l.amount, l.term_days, l.version, l.language) as is_same
  from loans l left join loan_agreements a on a.id = l.agreement
 where l.id > $1 order by l.id limit ${PAGE}`;

/** Whether each loan still has the text and the signature whose hashes its log entry holds. */
export const verifyAgreements = (pool: Pool): Promise<PagesVerified> =>
  verifyPages<Signed>(pool, { sql: SIGNED_SQL, what: 'loan', problemOf });

function problemOf(row: Signed): string | undefined {
  if (row.text === null) return 'its agreement is missing';
  if (sha256(row.text) !== row.text_hash || row.shown_hash !== row.text_hash) {
    return 'the text of its agreement is not the one that was signed';
  }
  const isDrawn = row.strokes === null || signatureHash(row.strokes) === row.signature_hash;
  if (!isDrawn || row.shown_signature !== row.signature_hash) return 'the signature of its agreement is another one';
  const isSame = row.is_same === true && sameJson(row.shown_terms, row.terms);
  return isSame ? undefined : 'its agreement is of other figures than the loan';
}
