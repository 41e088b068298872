import { code } from '@glasshouse/api/codes';
import type { Language } from '@glasshouse/api/constants';
import { amountOf, formatAmount, subtract } from '@glasshouse/rules/money';
import { claimOperatorFile } from '../../files/file-rows.ts';
import type { FileVault } from '../../files/file-vault.ts';
import { UPLOAD_REFUSALS } from '../../files/upload-calls.ts';
import type { CoreBus } from '../../kernel/core/bus.ts';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { selectList } from '../../kernel/core/postgres-store.ts';
import type { Json } from '../../kernel/core/types.ts';
import { answerOf, type CallAnswer, done, refuse } from '../../platform/call.ts';
import { type OperatorContext, type OperatorHandlers, operatorOf } from '../../platform/operator-call.ts';
import type { Pool } from '../../platform/postgres.ts';
import type { Pictures } from './pictures.ts';
import { CHARITIES_TABLE, type Charity, LISTINGS_TABLE, type Listing, PAYOUTS_TABLE, type Payout } from './rows.ts';
import { SAMPLE_PICTURES } from './sample-pictures.ts';

export interface NftOperatorDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly vault: Pick<FileVault, 'upload'>;
  readonly pictures: Pictures;
}

type Outcome = { readonly state: 'done' | 'waiting'; readonly request: number | null };
type Purpose = 'nftImage' | 'payoutProof';

/** As many as the core keeps in memory. */
const ROWS_MAX = 1_000;
const PAYOUTS_SHOWN = 20;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export function nftOperatorCalls(deps: NftOperatorDeps) {
  const { pool, bus, vault } = deps;

  const act = async (
    context: OperatorContext,
    type: string,
    fields: { readonly [field: string]: Json },
  ): Promise<CallAnswer<Outcome>> => {
    const body = { ...fields, by: context.stamp() };
    return answerOf<Outcome>(await bus.submit({ id: context.commandId, userId: 0, book: 'real', type, body }));
  };
  const upload = async (bytes: unknown, purpose: Purpose, context: OperatorContext) => {
    if (!Buffer.isBuffer(bytes) || bytes.length === 0) return refuse(code.imageRequired, 'file');
    const made = await vault.upload({ operator: operatorOf(context).id, purpose, bytes, output: 'jpeg' });
    return made.ok ? done({ fileId: made.fileId }) : refuse(UPLOAD_REFUSALS[made.refused], 'file');
  };

  return {
    async listCharities() {
      const [charities, payouts] = await Promise.all([
        pool.query<Charity>(`select ${selectList(CHARITIES_TABLE)} from charities order by id desc limit ${ROWS_MAX}`),
        pool.query<Payout>(
          `select ${selectList(PAYOUTS_TABLE)} from (select *, row_number() over (partition by charity order by id desc) as nth
             from nft_payouts) o where nth <= ${PAYOUTS_SHOWN} order by id desc`,
        ),
      ]);
      const byCharity = Map.groupBy(payouts.rows, ({ charity }) => charity);
      return done(charities.rows.map((row) => charityItem(row, byCharity.get(row.id) ?? [])));
    },

    async saveCharity({ body }, context) {
      return act(context, 'nfts.charity', {
        id: body.id ?? null,
        language: body.language,
        texts: body.texts as Json,
        reason: body.reason,
        registration: body.registration ?? null,
        website: body.website ?? null,
      });
    },

    async listNftListings() {
      const { rows } = await pool.query<Listing>(
        `select ${selectList(LISTINGS_TABLE)} from nft_listings order by id desc limit ${ROWS_MAX}`,
      );
      return done(rows.map(listingItem));
    },

    async saveNftListing({ body }, context) {
      const { imageFileId: image } = body;
      const imageSha256 = await digestOf(pool, image, 'nftImage');
      if (imageSha256 === undefined) return refuse(code.fileNotFound, 'imageFileId');
      return act(context, 'nfts.listing', {
        id: body.id ?? null,
        charity: body.charity,
        language: body.language,
        texts: body.texts as Json,
        image,
        imageSha256,
        price: body.price,
        supply: body.supply,
        reason: body.reason,
      });
    },

    setNftSale: ({ params, body }, context) =>
      act(context, 'nfts.sale', { id: params.id, to: body.to, reason: body.reason }),

    async payCharity({ params, body }, context) {
      const { proofFileId: proof } = body;
      const proofSha256 = await digestOf(pool, proof, 'payoutProof');
      if (proofSha256 === undefined) return refuse(code.fileNotFound, 'proofFileId');
      return act(context, 'nfts.pay', {
        charity: params.id,
        amount: body.amount,
        reference: body.reference,
        paidOn: body.paidOn,
        proof,
        proofSha256,
        reason: body.reason,
      });
    },

    uploadNftImage: ({ body }, context) => upload(body.file, 'nftImage', context),
    uploadPayoutProof: ({ body }, context) => upload(body.file, 'payoutProof', context),

    async getNftFile({ params }) {
      const opened = await deps.pictures.any(params.file);
      if (opened === undefined) return refuse(code.nothingFound, 'file');
      return done({ name: 'picture.jpg', type: 'image/jpeg', chunks: once(opened.bytes) });
    },
  } satisfies OperatorHandlers;
}

/** Binds the file: what the log names must stay. A picture that was on sale keeps its digest. */
async function digestOf(pool: Pool, id: string, purpose: Purpose): Promise<string | undefined> {
  if (purpose === 'nftImage') {
    const { rows } = await pool.query<{ image_sha256: string }>(
      'select image_sha256 from nft_listings where image = $1 limit 1',
      [id],
    );
    if (rows[0] !== undefined) return rows[0].image_sha256;
    if (SAMPLE_PICTURES.includes(id)) return undefined;
  }
  return claimOperatorFile(pool, { id, purpose, usedBy: `${purpose}:${id}` });
}

const charityItem = (row: Charity, payouts: readonly Payout[]) => ({
  id: row.id,
  language: row.language as Language,
  texts: row.texts,
  registration: row.registration,
  website: row.website,
  asset: 'USDT',
  raised: row.raised,
  paidOut: row.paid,
  isFixed: row.opened,
  held: formatAmount(subtract(amountOf(row.raised), amountOf(row.paid))),
  payouts: payouts.map(({ id, amount, reference, paid_on: paidOn, proof, proof_sha256, at }) => ({
    id,
    amount,
    reference,
    paidOn,
    proofFileId: proof,
    proof: proof_sha256,
    at: isoTime(at),
  })),
});

const listingItem = (row: Listing) => ({
  id: row.id,
  charity: row.charity,
  language: row.language as Language,
  texts: row.texts,
  image: row.image,
  asset: row.asset,
  price: row.price,
  supply: row.supply,
  sold: row.sold,
  raised: row.raised,
  state: row.state,
  isFixed: row.digest !== null,
  createdAt: isoTime(row.made_at),
});
