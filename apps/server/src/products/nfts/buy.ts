import { code } from '@glasshouse/api/codes';
import { NFT_QUANTITY_MAX } from '@glasshouse/api/schemas/nfts';
import { add, amountOf, formatAmount } from '@glasshouse/rules/money';
import { proceedsOf } from '@glasshouse/rules/nfts';
import { isBarred } from '../../authority/slice.ts';
import { houseAccount, userAccount } from '../../kernel/core/accounts.ts';
import { changeOf } from '../../kernel/core/effects.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { rulesOf } from '../../kernel/core/rules.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import type { Command, CoreState, Outcome, Posting } from '../../kernel/core/types.ts';
import { charityChange, listingChange, PURCHASES_TABLE, type Purchase } from './rows.ts';
import { nftsOf } from './slice.ts';

export interface NftPorts {
  /** Whether the person has lent money: a gift would take it out of the house. */
  readonly hasOpenLoan: (state: CoreState, userId: number) => boolean;
}

export type BuyBody = { readonly id: number; readonly quantity: number };

/**
 * Sells the next serials. The whole price is the charity's; nothing of it is the house's. Refusals
 * in order: 10008 frozen, 11035 demo, 11280 a loan is open, 10020 not on sale or nothing left,
 * 11008 quantity, 11078 not so many left, 10092 balance.
 */
export const buyHandler =
  (ports: NftPorts) =>
  (state: CoreState, { seq, userId, book, at, body }: Command<BuyBody>): Outcome => {
    if (isBarred(state, userId)) return refuse(code.userStatusWrong);
    if (book !== 'real') return refuse(code.switchToReal);
    if (7 <= rulesOf(state) && ports.hasOpenLoan(state, userId)) return refuse(code.repayLoanFirst);
    const { charities, listings } = nftsOf(state);
    const listing = listings.get(body.id);
    const charity = listing === undefined ? undefined : charities.get(listing.charity);
    if (
      listing?.state !== 'onSale' ||
      charity === undefined ||
      listing.digest === null ||
      listing.sold === listing.supply
    ) {
      return refuse(code.nftStatusWrong, 'id');
    }
    const { quantity } = body;
    if (!Number.isInteger(quantity) || quantity < 1 || NFT_QUANTITY_MAX < quantity) {
      return refuse(code.outOfRange, 'quantity');
    }
    if (listing.supply < listing.sold + quantity) return refuse(code.capacityReached, 'quantity');
    const { asset, price, digest } = listing;
    const paid = proceedsOf(amountOf(price), quantity);
    const available = userAccount(userId, book, asset, 'available');
    if (balanceOf(state, available) < paid) return refuse(code.balanceInsufficient, 'quantity');
    const serial = listing.sold + 1;
    const purchase: Purchase = {
      id: seq,
      listing: listing.id,
      charity: charity.id,
      user_id: userId,
      book,
      serial,
      quantity,
      price,
      paid: formatAmount(paid),
      digest,
      at,
    };
    const posting: Posting = {
      from: available,
      to: houseAccount(book, asset, `charity.${charity.id}`),
      amount: paid,
      reason: 'nfts.buy',
      ref: String(seq),
    };
    const raised = (total: string): string => formatAmount(add(amountOf(total), paid));
    const { listing: id, charity: to, paid: whole } = purchase;
    return {
      ok: true,
      result: { id: seq, listing: id, serial, quantity, price, paid: whole, charity: to, digest },
      postings: [posting],
      rows: [
        changeOf(PURCHASES_TABLE, purchase),
        listingChange({ ...listing, sold: listing.sold + quantity, raised: raised(listing.raised) }),
        charityChange({ ...charity, raised: raised(charity.raised) }),
      ],
      events: [{ userId, book, kind: 'nft', data: { id: seq, listing: listing.id, serial, quantity } }],
    };
  };
