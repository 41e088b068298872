import type { QueryOf, ResultOf } from '@glasshouse/api/calls';
import type { Language } from '@glasshouse/api/constants';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { selectList } from '../../kernel/core/postgres-store.ts';
import { prefixed } from '../../money/funding/operator-reads.ts';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { inLanguage } from './promise.ts';
import { CHARITIES_TABLE, type Charity, LISTINGS_TABLE, type Listing, PURCHASES_TABLE, type Purchase } from './rows.ts';
import { cardView, charityView, type ListingRow, listingView } from './view.ts';

export const LISTINGS_CURSOR_PARTS = 1;
export const LINES_CURSOR_PARTS = 1;
/** Purchase, and serial within it. */
export const OWNED_CURSOR_PARTS = 2;

type Line = ResultOf<'listCharity'>['items'][number];
type Owned = ResultOf<'listMyNfts'>['items'][number];
type States = QueryOf<'listNfts'>['state'];

const LISTING = `${prefixed(selectList(LISTINGS_TABLE), 'l')},
  jsonb_build_object('id', c.id, 'language', c.language, 'texts', c.texts) as of`;
const PAID_AT = `(select (extract(epoch from max(at)) * 1000)::bigint from nft_payouts o where o.charity = l.charity) as paid_at`;

/** As `view.ts` names states. */
const STATES: { readonly [State in NonNullable<States>]: string } = {
  onSale: "l.state = 'onSale' and l.sold < l.supply",
  soldOut: "l.state = 'onSale' and l.sold = l.supply",
  offSale: "l.state = 'offSale'",
  ended: "l.state = 'ended'",
};

/** What is or was on sale, newest first; drafts are nobody's business. */
export async function listingsOf(
  pool: Pool,
  filter: { readonly state?: States; readonly charity?: number | undefined; readonly language: Language },
  page: PageRequest,
): Promise<ResultOf<'listNfts'>> {
  const { rows } = await pool.query<ListingRow & { paid_at: number | null }>(
    `select ${LISTING}, ${PAID_AT} from nft_listings l join charities c on c.id = l.charity
      where l.state <> 'draft' and l.opened_at is not null and ${filter.state === undefined ? 'true' : STATES[filter.state]}
        and l.id < $1 and ($2::bigint is null or l.charity = $2) order by l.id desc limit $3`,
    [page.after?.[0] ?? Number.MAX_SAFE_INTEGER, filter.charity ?? null, page.limit + 1],
  );
  return pageOf(
    rows,
    page.limit,
    (row) => listingView(row, filter.language, row.paid_at),
    ({ id }) => [id],
  );
}

/** One that is or was on sale, with its charity. */
export async function listingById(
  pool: Pool,
  { id, language }: { readonly id: number; readonly language: Language },
): Promise<ResultOf<'getNftById'> | undefined> {
  const { rows } = await pool.query<ListingRow & { paid_at: number | null }>(
    `select ${LISTING}, ${PAID_AT} from nft_listings l join charities c on c.id = l.charity
      where l.id = $1 and l.opened_at is not null`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const charity = await charityById(pool, row.of.id);
  if (charity === undefined) return undefined;
  const counted = await pool.query<{ sales: number; payouts: number }>(
    `select (select count(*)::int from nft_purchases where charity = $1) as sales,
            (select count(*)::int from nft_payouts where charity = $1) as payouts`,
    [row.of.id],
  );
  const { sales = 0, payouts = 0 } = counted.rows[0] ?? {};
  return {
    listing: listingView(row, language, row.paid_at),
    charity: charityView(charity, language, { sales, payouts, lastPaidAt: row.paid_at }),
  };
}

export async function charityById(pool: Pool, id: number): Promise<Charity | undefined> {
  const { rows } = await pool.query<Charity>(`select ${selectList(CHARITIES_TABLE)} from charities where id = $1`, [
    id,
  ]);
  return rows[0];
}

interface LineRow {
  readonly seq: number;
  readonly kind: Line['kind'];
  readonly at: number;
  readonly amount: string;
  readonly balance: string;
  readonly hash: Buffer | null;
  readonly listing: number | null;
  readonly serial: number | null;
  readonly quantity: number | null;
  readonly language: string | null;
  readonly texts: Listing['texts'] | null;
  readonly reference: string | null;
  readonly paid_on: string | null;
  readonly proof: string | null;
}

/** The postings of a charity's account, newest first, without buyers. */
export async function charityLines(
  pool: Pool,
  query: { readonly charity: number; readonly kind?: Line['kind'] | undefined; readonly language: Language },
  page: PageRequest,
): Promise<ResultOf<'listCharity'>> {
  const { rows } = await pool.query<LineRow>(
    `select m.seq, m.kind, (extract(epoch from m.at) * 1000)::bigint as at, trim_scale(m.amount)::text as amount,
            trim_scale(case m.kind when 'sale' then p.to_balance else p.from_balance end)::text as balance, g.hash,
            m.listing, m.serial, m.quantity, l.language, l.texts, m.reference, m.paid_on, m.proof
       from (
         (select id as seq, 'sale' as kind, at, paid as amount, listing, serial, quantity,
                 null as reference, null as paid_on, null as proof
            from nft_purchases where charity = $1 and id < $2 and $4 in ('all', 'sale') order by id desc limit $3)
         union all
         (select id, 'payout', at, amount, null, null, null, reference, paid_on, proof_sha256
            from nft_payouts where charity = $1 and id < $2 and $4 in ('all', 'payout') order by id desc limit $3)) m
       join postings p on p.seq = m.seq and p.reason = case m.kind when 'sale' then 'nfts.buy' else 'nfts.payout' end
       left join command_log g on g.seq = m.seq
       left join nft_listings l on l.id = m.listing
      order by m.seq desc limit $3`,
    [query.charity, page.after?.[0] ?? Number.MAX_SAFE_INTEGER, page.limit + 1, query.kind ?? 'all'],
  );
  return pageOf(
    rows,
    page.limit,
    (row) => lineView(row, query.language),
    ({ seq }) => [seq],
  );
}

function lineView(row: LineRow, reader: Language): Line {
  const { listing, serial, quantity, language, texts, reference, proof, paid_on: paidOn } = row;
  const isSale = listing !== null && serial !== null && quantity !== null && language !== null && texts !== null;
  const isPayout = reference !== null && proof !== null && paidOn !== null;
  return {
    seq: row.seq,
    at: isoTime(row.at),
    kind: row.kind,
    amount: row.amount,
    balanceAfter: row.balance,
    hash: row.hash === null ? null : row.hash.toString('hex'),
    work: isSale ? { id: listing, name: inLanguage({ language, texts }, reader).name, serial, quantity } : null,
    payout: isPayout ? { reference, proof, paidOn } : null,
  };
}

type OwnedRow = ListingRow & {
  readonly purchase: number;
  readonly own: number;
  readonly paid: string;
  readonly bought_at: number;
  readonly token: string | null;
  readonly owner_name: string | null;
};

const OWNED = `select p.id as purchase, n.serial as own, trim_scale(p.price)::text as paid,
  (extract(epoch from p.at) * 1000)::bigint as bought_at, s.token, s.name as owner_name, ${LISTING}
  from nft_purchases p cross join lateral generate_series(p.serial, p.serial + p.quantity - 1) as n (serial)
  join nft_listings l on l.id = p.listing join charities c on c.id = l.charity
  left join nft_shares s on s.purchase = p.id and s.serial = n.serial`;

const ownedView = (row: OwnedRow, language: Language): Owned => ({
  id: row.purchase,
  listing: cardView(row, language),
  serial: row.own,
  paid: row.paid,
  boughtAt: isoTime(row.bought_at),
  share: row.token === null ? null : { token: row.token, name: row.owner_name },
});

/** A line for each serial that somebody owns, newest first. */
export async function ownedBy(
  pool: Pool,
  reader: { readonly userId: number; readonly language: Language },
  page: PageRequest,
): Promise<ResultOf<'listMyNfts'>> {
  const [purchase = Number.MAX_SAFE_INTEGER, serial = 0] = page.after ?? [];
  const { rows } = await pool.query<OwnedRow>(
    `${OWNED} where p.user_id = $1 and (p.id, n.serial) < ($2, $3) order by p.id desc, n.serial desc limit $4`,
    [reader.userId, purchase, serial, page.limit + 1],
  );
  return pageOf(
    rows,
    page.limit,
    (row) => ownedView(row, reader.language),
    (row) => [row.purchase, row.own],
  );
}

/** Every serial of one purchase. */
export async function ownedOfPurchase(
  pool: Pool,
  query: { readonly userId: number; readonly id: number; readonly language: Language },
): Promise<Owned[]> {
  const { rows } = await pool.query<OwnedRow>(`${OWNED} where p.user_id = $1 and p.id = $2 order by n.serial`, [
    query.userId,
    query.id,
  ]);
  return rows.map((row) => ownedView(row, query.language));
}

/** A purchase with what was promised; `userId` left out: anybody's, for what its owner shares. */
export async function purchaseById(
  pool: Pool,
  query: { readonly id: number; readonly userId?: number },
): Promise<{ readonly purchase: Purchase; readonly listing: ListingRow; readonly charity: Charity } | undefined> {
  const { rows } = await pool.query<Purchase>(
    `select ${selectList(PURCHASES_TABLE)} from nft_purchases where id = $1 and ($2::bigint is null or user_id = $2)`,
    [query.id, query.userId ?? null],
  );
  const [purchase] = rows;
  if (purchase === undefined) return undefined;
  const found = await pool.query<ListingRow>(
    `select ${LISTING} from nft_listings l join charities c on c.id = l.charity where l.id = $1`,
    [purchase.listing],
  );
  const charity = await charityById(pool, purchase.charity);
  const [listing] = found.rows;
  return listing === undefined || charity === undefined ? undefined : { purchase, listing, charity };
}
