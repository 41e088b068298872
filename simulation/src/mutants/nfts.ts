import type { Mutant } from './mutant.ts';
import { withHandler, withPostings, withRows } from './with-module.ts';

const oversellsNfts: Mutant = {
  focus: 'nfts',
  name: 'more of a work is sold than there is',
  modules: withRows('nfts', (change) =>
    change.table === 'nft_listings' ? { ...change, row: { ...change.row, supply: 2_000_000 } } : change,
  ),
};

const repeatsSerials: Mutant = {
  focus: 'nfts',
  name: 'a serial number is sold twice',
  modules: withRows('nfts', (change) => {
    const sold = Number(change.row.sold ?? 0);
    return change.table === 'nft_listings' && 1 < sold ? { ...change, row: { ...change.row, sold: sold - 1 } } : change;
  }),
};

const keepsShareOfGift: Mutant = {
  focus: 'nfts',
  name: 'the house keeps a unit of what was given',
  modules: withPostings('nfts.buy', (posting) => {
    if (posting.amount === 1n) return [posting];
    const less = (posting.amount - 1n) as typeof posting.amount;
    const fees = posting.to.replace(/charity\.\d+$/, 'fees') as typeof posting.to;
    return [
      { ...posting, amount: less },
      { ...posting, to: fees, amount: 1n as typeof posting.amount },
    ];
  }),
};

const paysCharityAlone: Mutant = {
  focus: 'nfts',
  name: 'a payout to a charity is booked to the capital of the house',
  modules: withPostings('request.decide', (posting) => [
    posting.reason === 'nfts.payout'
      ? { ...posting, to: posting.to.replace(/external$/, 'capital') as typeof posting.to }
      : posting,
  ]),
};

const changesPromise: Mutant = {
  focus: 'nfts',
  name: 'the price of a work can change after it was on sale',
  modules: withHandler('nfts.listing', (original) => (state, command) => {
    const outcome = original(state, command);
    const slice = state.slices.get('nfts') as { listings: Map<number, { digest: string | null }> };
    const id = Number((command.body as { id: number | null }).id ?? 0);
    const known = slice.listings.get(id);
    if (outcome.ok || known === undefined) return outcome;
    slice.listings.set(id, { ...known, digest: null });
    const changed = original(state, command);
    slice.listings.set(id, known);
    return changed;
  }),
};

const certifiesUnsold: Mutant = {
  focus: 'nfts',
  name: 'a certificate is made of a serial that was not sold',
  modules: withHandler('nfts.certify', (original) => (state, command) => {
    const outcome = original(state, command);
    const body = command.body as { listing: number; serial: number };
    return outcome.ok || body.serial < 1_000 ? outcome : original(state, { ...command, body: { ...body, serial: 1 } });
  }),
};

export const nftMutants: readonly Mutant[] = [
  oversellsNfts,
  repeatsSerials,
  keepsShareOfGift,
  paysCharityAlone,
  changesPromise,
  certifiesUnsold,
];
