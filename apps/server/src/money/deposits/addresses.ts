import { code } from '@glasshouse/api/codes';
import { isBarred } from '../../authority/slice.ts';
import { changeOf } from '../../kernel/core/effects.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Command, CoreState, Outcome } from '../../kernel/core/types.ts';
import { ADDRESSES_TABLE, type DepositAddress } from './rows.ts';
import { addressKey, depositsOf } from './slice.ts';

export type PublishBody = {
  readonly family: string;
  readonly address: string;
  readonly memo: string;
  readonly path: number | null;
  readonly keyDigest: string;
};

/**
 * An address becomes this person's, before anybody is shown it. Publishing it again answers the
 * same. Refusals: 10008 frozen, 11055 it is somebody else's.
 */
export function publish(state: CoreState, command: Command<PublishBody>): Outcome {
  const { userId, seq, at, body } = command;
  const slice = depositsOf(state);
  const known = slice.current.get(`${body.family}/${userId}`);
  if (known !== undefined && known.address === body.address && known.memo === body.memo) {
    return { ok: true, result: shown(known), postings: [], rows: [], events: [] };
  }
  if (isBarred(state, userId)) return refuse(code.userStatusWrong);
  if (body.memo === '' && slice.owners.has(addressKey(body.family, body.address))) {
    return refuse(code.networkUnsupported, 'address');
  }
  const row: DepositAddress = {
    family: body.family,
    address: body.address,
    memo: body.memo,
    user_id: userId,
    path: body.path,
    key_digest: body.keyDigest,
    published_at: at,
    published_by: seq,
  };
  return { ok: true, result: shown(row), postings: [], rows: [changeOf(ADDRESSES_TABLE, row)], events: [] };
}

const shown = ({ address, memo, published_at, published_by }: DepositAddress) => ({
  address,
  memo,
  publishedAt: published_at,
  seq: published_by,
});
