import { createHash } from 'node:crypto';
import { ofHouse, ofUser } from './accounts.ts';
import type { AuthorityModel, Decision, OperatorBody } from './authority.ts';
import { CODE } from './codes.ts';
import { mustUnits, textOf, unitsOf } from './figures.ts';
import { canonical } from './findings.ts';
import { type ExpectedRow, type Prediction, refusal } from './prediction.ts';
import type { Product, Reference } from './product.ts';
import type { Entry } from './stored.ts';

type Texts = Readonly<Record<string, { readonly name: string; readonly text: string }>>;
interface Charity extends Readonly<Record<string, unknown>> {
  readonly id: number;
  readonly language: string;
  readonly texts: Texts;
  readonly registration: string | null;
  readonly opened: boolean;
}
interface Work extends Readonly<Record<string, unknown>> {
  readonly id: number;
  readonly charity: number;
  readonly language: string;
  readonly texts: Texts;
  readonly image: string;
  readonly image_sha256: string;
  readonly price: string;
  readonly supply: number;
  readonly state: string;
  readonly digest: string | null;
}
interface NftDraft {
  readonly id: number | null;
  readonly charity: number;
  readonly language: string;
  readonly texts: Texts;
  readonly registration: string | null;
  readonly website: string | null;
  readonly image: string;
  readonly imageSha256: string;
  readonly price: string;
  readonly supply: number;
}
type Write<Row> = { readonly row: Row; readonly before: Row | undefined } | Prediction;

/**
 * Charities, their works, what was given and what was paid out. Keeps each serial with its owner:
 * none is sold twice, none is missing, and none is beyond the supply.
 */
export class NftsModel implements Product {
  readonly types: Product['types'];
  readonly #reference: Reference;
  readonly #authority: AuthorityModel;
  readonly #charities = new Map<number, Charity>();
  readonly #works = new Map<number, Work>();
  /** Owners by work, the first serial first. */
  readonly #owners = new Map<number, number[]>();
  /** Given and paid out, by charity. */
  readonly #given = new Map<number, bigint>();
  readonly #paid = new Map<number, bigint>();

  constructor(reference: Reference, authority: AuthorityModel) {
    this.#reference = reference;
    this.#authority = authority;
    this.types = {
      'nfts.buy': (entry) => this.#buy(entry),
      'nfts.sample': (entry) => this.#sample(entry),
      'nfts.certify': (entry) => this.#certify(entry),
    };
    authority.action('nfts.charity', ['owner', 'content'], (entry) => this.#saveCharity(entry));
    authority.action('nfts.listing', ['owner', 'content'], (entry) => this.#saveWork(entry));
    authority.action('nfts.sale', ['owner', 'finance'], (entry) => this.#sale(entry));
    authority.action('nfts.pay', ['owner', 'finance'], (entry) => this.#pay(entry));
  }

  /** The account of a charity holds exactly what was given and not paid out. */
  needs(need: (key: string, amount: bigint) => void): void {
    for (const [id, donated] of this.#given) {
      const held = donated - (this.#paid.get(id) ?? 0n);
      if (0n < held) need(accountOf(id), held);
    }
  }

  #charityRow(charity: Charity): ExpectedRow {
    const row: Charity = {
      ...charity,
      raised: textOf(this.#given.get(charity.id) ?? 0n),
      paid: textOf(this.#paid.get(charity.id) ?? 0n),
    };
    this.#charities.set(row.id, row);
    return { table: 'charities', row };
  }

  #workRow(work: Work): ExpectedRow {
    const sold = this.#owners.get(work.id)?.length ?? 0;
    const row: Work = { ...work, sold, raised: textOf(BigInt(sold) * mustUnits(work.price)) };
    this.#works.set(row.id, row);
    return { table: 'nft_listings', row };
  }

  #charityFrom({ seq, at }: Entry, draft: NftDraft): Write<Charity> {
    const { id, language, texts, registration, website } = draft;
    const before = id === null ? undefined : this.#charities.get(id);
    if (id !== null && before === undefined) return refusal(CODE.nothingFound, 'id');
    if (before === undefined && this.#reference.figure('nfts.charitiesMax', 200) <= this.#charities.size) {
      return refusal(CODE.capacity);
    }
    const own = texts[language];
    if (own === undefined) return refusal(CODE.required, 'texts');
    const old = before?.texts[before.language];
    const keeps =
      before?.opened !== true ||
      (before.language === language &&
        before.registration === registration &&
        old?.name === own.name &&
        old.text === own.text);
    if (!keeps) return refusal(CODE.fixed, 'texts');
    const row = { ...(before ?? { id: seq, opened: false, made_at: at }), language, texts, registration, website };
    return { row, before };
  }

  #workFrom({ seq, at }: Entry, draft: NftDraft): Write<Work> {
    const { id, language, texts, image, imageSha256, supply } = draft;
    const before = id === null ? undefined : this.#works.get(id);
    if (id !== null && before === undefined) return refusal(CODE.nothingFound, 'id');
    if (before === undefined && this.#reference.figure('nfts.listingsMax', 1_000) <= this.#works.size) {
      return refusal(CODE.capacity);
    }
    const charity = this.#charities.get(draft.charity);
    if (charity === undefined) return refusal(CODE.nothingFound, 'charity');
    if (texts[language] === undefined) return refusal(CODE.required, 'texts');
    const price = unitsOf(draft.price);
    const most = mustUnits(this.#reference.figure('nfts.priceMax', '1000000'));
    if (price === undefined || price === 0n || most < price) return refusal(CODE.range, 'price');
    if (!Number.isInteger(supply) || supply < 1 || 1_000_000 < supply) return refusal(CODE.range, 'supply');
    const fresh = {
      id: seq,
      asset: 'USDT',
      state: 'draft',
      digest: null,
      made_at: at,
      opened_at: null,
      ended_at: null,
    };
    const now = { language, texts, image, image_sha256: imageSha256, price: textOf(price), supply };
    const row: Work = { ...(before ?? fresh), ...now, charity: charity.id } as Work;
    const keeps = row.digest === null || (digestOf(row, charity) === row.digest && image === before?.image);
    return keeps ? { row, before } : refusal(CODE.fixed, 'texts');
  }

  /** Rows of a work that goes on sale; the first time fixes its promise and its charity's name. */
  #open(work: Work, at: number): ExpectedRow[] {
    const charity = this.#charities.get(work.charity)!;
    const isFirst = work.digest === null;
    const row = this.#workRow({
      ...work,
      state: 'onSale',
      digest: work.digest ?? digestOf(work, charity),
      opened_at: work.opened_at ?? at,
    });
    return isFirst && !charity.opened ? [row, this.#charityRow({ ...charity, opened: true })] : [row];
  }

  #saveCharity(entry: Entry): Decision {
    const draft = entry.body as unknown as OperatorBody & NftDraft;
    const made = this.#charityFrom(entry, draft);
    if ('code' in made) return made;
    const { row, before } = made;
    return {
      subject: `charity ${row.id}`,
      before: shownCharity(before),
      after: shownCharity(row),
      apply: () => ({ rows: [this.#charityRow(row)], events: [] }),
    };
  }

  #saveWork(entry: Entry): Decision {
    const draft = entry.body as unknown as OperatorBody & NftDraft;
    const made = this.#workFrom(entry, draft);
    if ('code' in made) return made;
    const { row, before } = made;
    return {
      subject: `nft ${row.id}`,
      before: shownWork(before),
      after: shownWork(row),
      apply: () => ({ rows: [this.#workRow(row)], events: [] }),
    };
  }

  #sample(entry: Entry): Prediction {
    const { charity, work } = entry.body as { charity: Omit<NftDraft, 'id'> | null; work: Omit<NftDraft, 'id'> | null };
    const result = { id: entry.seq };
    if (charity !== null) {
      if (0 < this.#charities.size) return refusal(CODE.capacity);
      const made = this.#charityFrom(entry, { ...charity, id: null });
      return 'code' in made ? made : { code: CODE.done, result, rows: [this.#charityRow(made.row)] };
    }
    const first = [...this.#charities.keys()][0];
    if (work === null || first === undefined) return refusal(CODE.nothingFound, 'charity');
    if (1 < this.#charities.size) return refusal(CODE.capacity);
    const made = this.#workFrom(entry, { ...work, id: null, charity: first });
    if ('code' in made) return made;
    return { code: CODE.done, result, rows: this.#open(made.row, entry.at) };
  }

  #sale(entry: Entry): Decision {
    const { id, to } = entry.body as unknown as OperatorBody & { id: number; to: string };
    const work = this.#works.get(id);
    if (work === undefined) return refusal(CODE.nothingFound, 'id');
    const { state } = work;
    const left = work.supply - (this.#owners.get(id)?.length ?? 0);
    const may =
      to === 'onSale'
        ? (state === 'draft' || state === 'offSale') && 0 < left
        : to === 'offSale'
          ? state === 'onSale'
          : state !== 'ended';
    if (!may) return refusal(CODE.nftStatus, 'id');
    return {
      subject: `nft ${id}`,
      before: { state },
      after: { state: to },
      apply: ({ at }) => {
        const next = { ...work, state: to, ended_at: to === 'ended' ? at : work.ended_at };
        const rows = to === 'onSale' ? this.#open(work, at) : [this.#workRow(next)];
        return { rows, events: [], counts: [`nft ${to}`] };
      },
    };
  }

  #buy({ user, book, seq, at, body }: Entry): Prediction {
    const { id, quantity } = body as { id: number; quantity: number };
    if (this.#authority.isFrozen(user)) return refusal(CODE.frozen);
    if (book !== 'real') return refusal(CODE.switchToReal);
    if (7 <= this.#reference.rulesOf(undefined) && this.#reference.owesLoan(user)) {
      return { ...refusal(CODE.repayFirst), counts: ['nft of lent money'] };
    }
    const work = this.#works.get(id);
    const owners = this.#owners.get(id) ?? [];
    if (work?.state !== 'onSale' || owners.length === work.supply) return refusal(CODE.nftStatus, 'id');
    if (!Number.isInteger(quantity) || quantity < 1 || 100 < quantity) return refusal(CODE.range, 'quantity');
    if (work.supply < owners.length + quantity) return refusal(CODE.capacity, 'quantity');
    const cost = mustUnits(work.price) * BigInt(quantity);
    const { accounts } = this.#reference;
    const from = ofUser(user, 'real', 'USDT', 'available');
    if (accounts.of(from) < cost) return refusal(CODE.quoteBalance, 'quantity');
    accounts.move(from, accountOf(work.charity), cost);
    const serial = owners.length + 1;
    this.#owners.set(id, [...owners, ...Array.from({ length: quantity }, () => user)]);
    this.#given.set(work.charity, (this.#given.get(work.charity) ?? 0n) + cost);
    const { charity, price, digest } = work;
    const paid = textOf(cost);
    const row = { id: seq, listing: id, charity, user_id: user, book, serial, quantity, price, paid, digest, at };
    return {
      code: CODE.done,
      result: { id: seq, listing: id, serial, quantity, price, paid, charity, digest },
      rows: [{ table: 'nft_purchases', row }, this.#workRow(work), this.#charityRow(this.#charities.get(charity)!)],
      events: [{ userId: user, book, kind: 'nft', data: { id: seq, listing: id, serial, quantity } }],
      counts: ['nft bought'],
    };
  }

  /** Nothing is certified of a work but serials that were sold. */
  #certify({ seq, body }: Entry): Prediction {
    const { purchase, listing, serial } = body as { purchase: number; listing: number; serial: number };
    const work = this.#works.get(listing);
    if (work === undefined || work.digest === null) return refusal(CODE.nftStatus, 'id');
    const owner = this.#owners.get(listing)?.[serial - 1];
    if (owner === undefined || seq <= purchase) return refusal(CODE.nftStatus, 'serial');
    return { code: CODE.done, result: { listing, serial, digest: work.digest }, rows: [], counts: ['nft certified'] };
  }

  #pay(entry: Entry): Decision {
    const body = entry.body as unknown as OperatorBody & Readonly<Record<string, string>> & { charity: number };
    const charity = this.#charities.get(body.charity);
    if (charity === undefined) return refusal(CODE.nothingFound, 'id');
    const units = unitsOf(body.amount);
    if (units === undefined || units === 0n) return refusal(CODE.range, 'amount');
    const reference = body.reference!.trim();
    if (reference === '') return refusal(CODE.required, 'reference');
    if (body.proof === '') return refusal(CODE.required, 'proofFileId');
    const before = this.#paid.get(charity.id) ?? 0n;
    if ((this.#given.get(charity.id) ?? 0n) - before < units) return refusal(CODE.charityFunds, 'amount');
    const amount = textOf(units);
    const { proof, proofSha256: proof_sha256, paidOn: paid_on } = body;
    return {
      subject: `charity ${charity.id}`,
      before: { paid: textOf(before) },
      after: { paid: textOf(before + units), amount, reference, proof: proof_sha256 },
      needsSecond: true,
      apply: ({ seq, at }) => {
        this.#reference.accounts.move(accountOf(charity.id), ofHouse('real', 'USDT', 'external'), units);
        this.#paid.set(charity.id, before + units);
        const payout = { id: seq, charity: charity.id, asset: 'USDT', amount, reference };
        const row = { ...payout, paid_on, proof, proof_sha256, at };
        const rows = [{ table: 'nft_payouts', row }, this.#charityRow(this.#charities.get(charity.id)!)];
        return { rows, events: [], counts: ['charity paid'] };
      },
    };
  }
}

const accountOf = (charity: number): string => ofHouse('real', 'USDT', `charity.${charity}`);

/** From the description of receipts: a line of text and canonical JSON, hashed. */
function digestOf(work: Work, charity: Charity): string {
  const own = work.texts[work.language]!;
  const { language, price, supply } = work;
  const promise = {
    listing: work.id,
    language,
    name: own.name,
    text: own.text,
    image: work.image_sha256,
    charity: { id: charity.id, name: charity.texts[charity.language]!.name, registration: charity.registration },
    asset: 'USDT',
    price,
    supply,
  };
  return createHash('sha256')
    .update(`glasshouse/nft/1\n${canonical(promise)}`)
    .digest('hex');
}

const named = (content: { readonly texts: Texts; readonly language: string }) => ({
  name: content.texts[content.language]!.name,
  languages: Object.keys(content.texts).sort(),
});
const shownCharity = (charity: Charity | undefined) =>
  charity === undefined ? null : { ...named(charity), registration: charity.registration, website: charity.website };
const shownWork = (work: Work | undefined) =>
  work === undefined
    ? null
    : { ...named(work), charity: work.charity, image: work.image_sha256, price: work.price, supply: work.supply };
