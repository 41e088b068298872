import { code } from '@glasshouse/api/codes';
import { NFT_SUPPLY_MAX } from '@glasshouse/api/schemas/nfts';
import { amountOf, formatAmount, parseAmount, ZERO } from '@glasshouse/rules/money';
import { promiseDigest } from '@glasshouse/rules/nfts';
import { type Decision, operatorHandler } from '../../authority/action.ts';
import type { OperatorBody } from '../../authority/stamp.ts';
import { figureOf } from '../../figures/in-force.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Command, CoreState, Json, Refusal, RowChange } from '../../kernel/core/types.ts';
import { original, promiseOf } from './promise.ts';
import { type Charity, charityChange, type Listing, type ListingState, listingChange, type Texts } from './rows.ts';
import { nftsOf } from './slice.ts';

export const NFT_ASSET = 'USDT';

export type CharityBody = {
  /** Null: a new one. */
  readonly id: number | null;
  readonly language: string;
  readonly texts: Texts;
  readonly registration: string | null;
  readonly website: string | null;
};
export type ListingBody = {
  readonly id: number | null;
  readonly charity: number;
  readonly language: string;
  readonly texts: Texts;
  readonly image: string;
  readonly imageSha256: string;
  readonly price: string;
  readonly supply: number;
};
export type SaleBody = { readonly id: number; readonly to: Exclude<ListingState, 'draft'> };

type At = Pick<Command, 'seq' | 'at'>;

/** Anything of the original that buyers relied on. */
const isSame = (left: Charity, right: Charity): boolean =>
  left.language === right.language &&
  left.registration === right.registration &&
  original(left).name === original(right).name &&
  original(left).text === original(right).text;

/**
 * The charity as it would be. Refusals in order: 11053 unknown, 11078 too many, 11004 nothing is
 * written in its own language, 11316 buyers relied on what would change.
 */
export function charityFrom(state: CoreState, { seq, at }: At, body: CharityBody): Charity | Refusal {
  const { charities } = nftsOf(state);
  const known = body.id === null ? undefined : charities.get(body.id);
  if (body.id !== null && known === undefined) return refuse(code.nothingFound, 'id');
  if (known === undefined && figureOf(state, 'nfts.charitiesMax') <= charities.size)
    return refuse(code.capacityReached);
  if (body.texts[body.language] === undefined) return refuse(code.fieldRequired, 'texts');
  const { language, texts, registration, website } = body;
  const before = known ?? { id: seq, opened: false, raised: '0', paid: '0', made_at: at };
  const after: Charity = { ...before, language, texts, registration, website };
  return known?.opened === true && !isSame(known, after) ? refuse(code.nftFixed, 'texts') : after;
}

/**
 * The work as it would be. Refusals in order: 11053 unknown, 11078 too many, 11053 charity, 11004
 * nothing is written in its own language, 11008 price or supply, 11316 it was on sale as it is.
 */
export function listingFrom(state: CoreState, { seq, at }: At, body: ListingBody): Listing | Refusal {
  const { charities, listings } = nftsOf(state);
  const known = body.id === null ? undefined : listings.get(body.id);
  if (body.id !== null && known === undefined) return refuse(code.nothingFound, 'id');
  if (known === undefined && figureOf(state, 'nfts.listingsMax') <= listings.size) return refuse(code.capacityReached);
  const charity = charities.get(body.charity);
  if (charity === undefined) return refuse(code.nothingFound, 'charity');
  if (body.texts[body.language] === undefined) return refuse(code.fieldRequired, 'texts');
  const price = parseAmount(body.price);
  if (price === undefined || price <= ZERO || amountOf(figureOf(state, 'nfts.priceMax')) < price)
    return refuse(code.outOfRange, 'price');
  const { supply } = body;
  if (!Number.isInteger(supply) || supply < 1 || NFT_SUPPLY_MAX < supply) return refuse(code.outOfRange, 'supply');
  const before = known ?? {
    id: seq,
    asset: NFT_ASSET,
    sold: 0,
    raised: '0',
    state: 'draft' as const,
    digest: null,
    made_at: at,
    opened_at: null,
    ended_at: null,
  };
  const after: Listing = {
    ...before,
    charity: charity.id,
    language: body.language,
    texts: body.texts,
    image: body.image,
    image_sha256: body.imageSha256,
    price: formatAmount(price),
    supply,
  };
  const isKept = after.digest === null || promiseDigest(promiseOf(after, charity)) === after.digest;
  return isKept && (after.digest === null || after.image === known?.image) ? after : refuse(code.nftFixed, 'texts');
}

const FROM: { readonly [To in SaleBody['to']]: readonly ListingState[] } = {
  onSale: ['draft', 'offSale'],
  offSale: ['onSale'],
  ended: ['draft', 'onSale', 'offSale'],
};

/** What the first sale fixes: the promise, and what the charity is called. */
export function opened(listing: Listing, charity: Charity, at: number): { listing: Listing; rows: RowChange[] } {
  const isFirst = listing.digest === null;
  const digest = listing.digest ?? promiseDigest(promiseOf(listing, charity));
  const open: Listing = { ...listing, state: 'onSale', digest, opened_at: listing.opened_at ?? at };
  return {
    listing: open,
    rows: isFirst && !charity.opened ? [charityChange({ ...charity, opened: true })] : [],
  };
}

const isRefusal = (value: object): value is Refusal => 'ok' in value;
const facts = (content: { readonly texts: Texts; readonly language: string } | undefined, more: Json): Json =>
  content === undefined
    ? null
    : {
        name: original(content).name,
        languages: Object.keys(content.texts).sort(),
        ...(more as { readonly [name: string]: Json }),
      };

const done = (decision: Pick<Decision, 'subject' | 'before' | 'after' | 'rows'>): Decision => ({
  ok: true,
  ...decision,
  postings: [],
  events: [],
});

export const saveCharity = operatorHandler<OperatorBody<CharityBody>>({
  permission: 'nfts.write',
  decide: (state, command) => {
    const after = charityFrom(state, command, command.body);
    if (isRefusal(after)) return after;
    const before = nftsOf(state).charities.get(after.id);
    const shown = (charity: Charity | undefined) =>
      facts(charity, { registration: charity?.registration ?? null, website: charity?.website ?? null });
    return done({
      subject: `charity ${after.id}`,
      before: shown(before),
      after: shown(after),
      rows: [charityChange(after)],
    });
  },
});

export const saveListing = operatorHandler<OperatorBody<ListingBody>>({
  permission: 'nfts.write',
  decide: (state, command) => {
    const after = listingFrom(state, command, command.body);
    if (isRefusal(after)) return after;
    const before = nftsOf(state).listings.get(after.id);
    const shown = (listing: Listing | undefined) =>
      facts(listing, {
        charity: listing?.charity ?? null,
        image: listing?.image_sha256 ?? null,
        price: listing?.price ?? null,
        supply: listing?.supply ?? null,
      });
    return done({
      subject: `nft ${after.id}`,
      before: shown(before),
      after: shown(after),
      rows: [listingChange(after)],
    });
  },
});

/** Refusals in order: 11053 unknown, 10020 not from this state, or nothing of it is left. */
export const setSale = operatorHandler<OperatorBody<SaleBody>>({
  permission: 'nfts.sell',
  decide: (state, { at, body }): Decision | Refusal => {
    const { charities, listings } = nftsOf(state);
    const before = listings.get(body.id);
    const charity = before === undefined ? undefined : charities.get(before.charity);
    if (before === undefined || charity === undefined) return refuse(code.nothingFound, 'id');
    const isGone = body.to === 'onSale' && before.supply <= before.sold;
    if (!FROM[body.to].includes(before.state) || isGone) return refuse(code.nftStatusWrong, 'id');
    const open = body.to === 'onSale' ? opened(before, charity, at) : undefined;
    const after: Listing = open?.listing ?? {
      ...before,
      state: body.to,
      ended_at: body.to === 'ended' ? at : before.ended_at,
    };
    return done({
      subject: `nft ${after.id}`,
      before: { state: before.state },
      after: { state: after.state },
      rows: [listingChange(after), ...(open?.rows ?? [])],
    });
  },
});
