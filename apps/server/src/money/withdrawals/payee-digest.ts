import { createHash } from 'node:crypto';
import { code } from '@glasshouse/api/codes';
import { canonicalJson } from '../../kernel/core/canonical-json.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { rulesOf } from '../../kernel/core/rules.ts';
import type { CoreState, Refusal } from '../../kernel/core/types.ts';
import { watchesPayouts } from './limits.ts';
import type { Withdrawal } from './rows.ts';

type Payee = Pick<
  Withdrawal,
  | 'id'
  | 'user_id'
  | 'method'
  | 'network'
  | 'asset'
  | 'address'
  | 'details'
  | 'received'
  | 'currency'
  | 'currency_amount'
>;

/** Everything that says how much goes where, as one SHA-256. */
export function payeeDigest(row: Payee): string {
  const { id, user_id, method, network, asset, address, details, received, currency, currency_amount } = row;
  const payee = [id, user_id, method, network, asset, address, details, received, currency, currency_amount];
  return createHash('sha256').update(canonicalJson(payee)).digest('hex');
}

/** Since these rules approvals and what takes money back are compared too, not only payments. */
const comparesReviews = (state: CoreState): boolean => 11 <= rulesOf(state);

/**
 * The same for an approval and for a payout that failed: nobody approves an address that the person
 * did not enter, or gives back another amount than the console showed.
 */
export const alteredReview = (state: CoreState, row: Withdrawal, shown: string | undefined): Refusal | undefined =>
  comparesReviews(state) ? alteredFault(state, row, shown) : undefined;

/**
 * Commands about a payout carry the digest of what the server read from the database: the core
 * compares it with its own, so that an edited row is paid by nobody.
 */
export function alteredFault(
  state: CoreState,
  row: Withdrawal,
  shown: string | undefined,
  field = 'id',
): Refusal | undefined {
  if (!watchesPayouts(state)) return undefined;
  const isSame = shown === payeeDigest(row) && row.trouble !== 'altered';
  return isSame ? undefined : refuse(code.payoutAltered, field);
}
