import { randomBytes } from 'node:crypto';
import { code } from '@glasshouse/api/codes';
import type { CoreBus } from '../../kernel/core/bus.ts';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { type LinesOf, logLinesOf, type Prove, refuseMissingEvidence } from '../../ledger/order-evidence.ts';
import { realBookProblem } from '../../money/funding/real-book.ts';
import { answerOf, type CallHandlers, callerOf, done, refuse } from '../../platform/call.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import type { Pictures } from './pictures.ts';
import { promiseOf } from './promise.ts';
import {
  charityLines,
  LINES_CURSOR_PARTS,
  LISTINGS_CURSOR_PARTS,
  listingById,
  listingsOf,
  OWNED_CURSOR_PARTS,
  ownedBy,
  ownedOfPurchase,
  purchaseById,
} from './queries.ts';
import { certified, share, sharedBy, unshare } from './shares.ts';
import { cardView } from './view.ts';

export interface NftCallsDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly pictures: Pictures;
  readonly isRealBookClosed: boolean;
  readonly now: () => number;
  readonly linesOf: LinesOf;
  readonly prove: Prove;
}

/** 128 bits: nobody finds a certificate that was not shown to them. */
const TOKEN_BYTES = 16;
/** In the digest of a name in the log. */
const NONCE_BYTES = 16;
/** Nobody: log entries of people stay hidden. */
const NOBODY = -1;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export function nftCalls(deps: NftCallsDeps) {
  const { pool, bus, now, prove } = deps;
  return {
    async listNfts({ query }, { language }) {
      const page = readPage(query, LISTINGS_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      const { state, charity } = query;
      return done(await listingsOf(pool, { ...(state && { state }), charity, language }, page));
    },

    async getNftById({ params }, { language }) {
      const found = await listingById(pool, { id: params.id, language });
      return found === undefined ? refuse(code.nothingFound, 'id') : done(found);
    },

    async listCharity({ params, query }, { language }) {
      const page = readPage(query, LINES_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      return done(await charityLines(pool, { charity: params.id, kind: query.kind, language }, page));
    },

    async getNftImage({ params }) {
      const opened = await deps.pictures.public(params.file);
      if (opened === undefined) return refuse(code.nothingFound, 'file');
      return done({ name: 'work.jpg', type: 'image/jpeg', chunks: once(opened.bytes), isPublic: true });
    },

    async buyNft({ body }, context) {
      const problem = realBookProblem(context, deps.isRealBookClosed);
      if (problem !== undefined) return problem;
      const { userId } = callerOf(context);
      const purchase = { id: body.id, quantity: body.quantity };
      const answer = await bus.submit({
        id: context.commandId,
        userId,
        book: 'real',
        type: 'nfts.buy',
        body: purchase,
      });
      if (answer.code !== 200) return answerOf<never>(answer);
      const { id } = answer.result as { readonly id: number };
      return done(await ownedOfPurchase(pool, { userId, id, language: context.language }), code.purchaseSucceeded);
    },

    async listMyNfts({ query }, context) {
      const page = readPage(query, OWNED_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      return done(await ownedBy(pool, { userId: callerOf(context).userId, language: context.language }, page));
    },

    getMyNft: refuseMissingEvidence(async ({ params }, context) => {
      const { userId } = callerOf(context);
      const found = await purchaseById(pool, { id: params.id, userId });
      if (found === undefined) return refuse(code.orderNotFound, 'id');
      const { purchase, listing, charity } = found;
      const { id, serial, quantity, price, paid, book } = purchase;
      const [log, lines] = await Promise.all([logLinesOf(pool, [id]), deps.linesOf({ userId, book, ref: String(id) })]);
      const evidence = {
        nft: {
          id,
          listing: listing.id,
          serial,
          quantity,
          asset: listing.asset,
          price,
          paid,
          at: isoTime(purchase.at),
        },
        promise: promiseOf(listing, charity),
        log: [...log],
        lines: [...lines],
      };
      return done(await prove(evidence, { kind: 'nft', userId, id, seqs: [id], terms: [] }));
    }),

    async shareNft({ body }, context) {
      const { userId, kind } = callerOf(context);
      if (kind === 'guest') return refuse(code.guestMustUpgrade);
      const name = body.name?.trim();
      const token = await share(pool, {
        userId,
        id: body.id,
        serial: body.serial,
        at: now(),
        name: name === undefined || name === '' ? null : name,
        token: randomBytes(TOKEN_BYTES).toString('base64url'),
      });
      return token === undefined ? refuse(code.orderNotFound, 'id') : done({ token });
    },

    async unshareNft({ body }, context) {
      const { userId } = callerOf(context);
      const isOwn = await unshare(pool, { userId, id: body.id, serial: body.serial });
      return isOwn ? done(null) : refuse(code.orderNotFound, 'id');
    },

    getNftCertificate: refuseMissingEvidence(async ({ params }, { language }) => {
      const shared = await sharedBy(pool, params.token);
      const found = shared === undefined ? undefined : await purchaseById(pool, { id: shared.purchase });
      if (shared === undefined || found === undefined) return refuse(code.nothingFound, 'token');
      const { purchase, listing, charity } = found;
      const { id, digest } = purchase;
      const logged = await certified({ pool, bus }, shared, {
        listing: listing.id,
        freshNonce: randomBytes(NONCE_BYTES),
      });
      if ('code' in logged) return answerOf<never>(logged);
      const evidence = {
        certificate: {
          purchase: id,
          serial: shared.serial,
          digest,
          at: isoTime(purchase.at),
          owner: shared.name,
          entry: logged.entry,
          nonce: logged.nonce,
        },
        promise: promiseOf(listing, charity),
      };
      const proved = await prove(evidence, {
        kind: 'certificate',
        userId: NOBODY,
        id,
        seqs: [id, logged.entry],
        terms: [],
      });
      return done({ listing: cardView(listing, language), evidence: proved });
    }),
  } satisfies CallHandlers;
}
