import { randomBytes } from 'node:crypto';
import { SHARED_MAX } from '@glasshouse/api/calls/shared';
import { code } from '@glasshouse/api/codes';
import {
  NotShareable,
  type Redacted,
  redact,
  type SharedKind,
  sharedBytes,
} from '@glasshouse/rules/proofs/shared/receipt';
import type { TapeKey } from '../../market-data/tape/keys.ts';
import {
  type CallAnswer,
  type CallContext,
  type CallHandler,
  type CallHandlers,
  callerOf,
  done,
  refuse,
} from '../../platform/call.ts';
import type { Pool } from '../../platform/postgres.ts';
import { endShared, keepShared, sharedOf, sharedReceipt, tokenOf } from './store.ts';

/** Nobody guesses 128 bits. */
const TOKEN_BYTES = 16;

export interface SharedCallsDeps {
  readonly pool: Pool;
  /** Signs what is shown, as it does the tape. */
  readonly key: TapeKey;
  readonly now: () => number;
  /** The receipt that the owner of an order gets, and refusals as they get them. */
  readonly evidenceOf: (
    order: { readonly kind: SharedKind; readonly id: number },
    context: CallContext,
  ) => Promise<CallAnswer>;
}

/** The receipts that the calls of the products give to owners. */
export const evidenceFrom =
  (calls: CallHandlers): SharedCallsDeps['evidenceOf'] =>
  async ({ kind, id }, context) => {
    const handler = calls[CALLS[kind]] as CallHandler | undefined;
    if (handler === undefined) return refuse(code.orderNotFound, 'id');
    return handler({ params: { id }, query: undefined, body: undefined }, context);
  };

const CALLS = {
  option: 'getOptionOrder',
  contract: 'getPosition',
  spot: 'getSpotOrder',
  conversion: 'getConversion',
} as const;

/** Links to receipts, which show an order and nothing of its owner. */
export function sharedCalls({ pool, key, now, evidenceOf }: SharedCallsDeps) {
  return {
    async shareReceipt({ body }, context) {
      const { userId, kind: person } = callerOf(context);
      // A guest has nothing to come back with, to take a link back.
      if (person === 'guest') return refuse(code.guestMustUpgrade);
      const order = { userId, kind: body.kind, id: body.id };
      const known = await tokenOf(pool, order);
      if (known !== undefined) return done({ token: known });
      const evidence = await evidenceOf(order, context);
      if (!evidence.ok) return evidence;
      const at = now();
      let redacted: Redacted;
      try {
        redacted = redact(evidence.result, { kind: body.kind, at, publicKey: key.publicKey.toString('hex') });
      } catch (error) {
        if (error instanceof NotShareable) return refuse(code.notProvedYet);
        throw error;
      }
      const signature = key.sign(sharedBytes(redacted)).toString('hex');
      const document = JSON.stringify({ ...redacted, signature });
      const token = await keepShared(pool, {
        ...order,
        document,
        book: redacted.book,
        at,
        most: SHARED_MAX,
        token: randomBytes(TOKEN_BYTES).toString('base64url'),
      });
      return token === undefined ? refuse(code.tooManyShared) : done({ token });
    },
    async unshareReceipt({ body }, context) {
      await endShared(pool, { userId: callerOf(context).userId, kind: body.kind, id: body.id });
      return done(null);
    },
    async listSharedReceipts(_input, context) {
      const links = await sharedOf(pool, callerOf(context).userId, SHARED_MAX);
      return done(links.map(({ sharedAt, ...link }) => ({ ...link, sharedAt: new Date(sharedAt).toISOString() })));
    },
    async getSharedReceipt({ params }) {
      const document = await sharedReceipt(pool, params.token);
      return document === undefined ? refuse(code.nothingFound, 'token') : done(document);
    },
  } satisfies CallHandlers;
}
