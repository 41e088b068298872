import { code } from '@glasshouse/api/codes';
import { add, amountOf, formatAmount, parseAmount, ZERO } from '@glasshouse/rules/money';
import { operatorHandler } from '../../authority/action.ts';
import type { OperatorBody } from '../../authority/stamp.ts';
import { houseAccount } from '../../kernel/core/accounts.ts';
import { changeOf } from '../../kernel/core/effects.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import { charityChange, PAYOUTS_TABLE, type Payout } from './rows.ts';
import { nftsOf } from './slice.ts';
import { NFT_ASSET } from './write.ts';

export type PayBody = OperatorBody<{
  readonly charity: number;
  readonly amount: string;
  /** Of the bank transfer or transaction. */
  readonly reference: string;
  readonly paidOn: string;
  /** File that shows the payment, and its digest. */
  readonly proof: string;
  readonly proofSha256: string;
}>;

/**
 * Money left for a charity: by two persons, with proof. Refusals in order: 11053 unknown, 11008
 * amount, 11004 reference or proof, 11315 its account holds less.
 */
export const payCharity = operatorHandler<PayBody>({
  permission: 'nfts.pay',
  secondPerson: () => true,
  decide: (state, { seq, at, body }) => {
    const charity = nftsOf(state).charities.get(body.charity);
    if (charity === undefined) return refuse(code.nothingFound, 'id');
    const amount = parseAmount(body.amount);
    if (amount === undefined || amount <= ZERO) return refuse(code.outOfRange, 'amount');
    const reference = body.reference.trim();
    if (reference === '') return refuse(code.fieldRequired, 'reference');
    if (body.proof === '' || body.proofSha256 === '') return refuse(code.fieldRequired, 'proofFileId');
    const account = houseAccount('real', NFT_ASSET, `charity.${charity.id}`);
    if (balanceOf(state, account) < amount) return refuse(code.charityFundsTooSmall, 'amount');
    const paid = formatAmount(add(amountOf(charity.paid), amount));
    const payout: Payout = {
      id: seq,
      charity: charity.id,
      asset: NFT_ASSET,
      amount: formatAmount(amount),
      reference,
      paid_on: body.paidOn,
      proof: body.proof,
      proof_sha256: body.proofSha256,
      at,
    };
    return {
      ok: true,
      subject: `charity ${charity.id}`,
      before: { paid: charity.paid },
      after: { paid, amount: payout.amount, reference, proof: body.proofSha256 },
      postings: [
        {
          from: account,
          to: houseAccount('real', NFT_ASSET, 'external'),
          amount,
          reason: 'nfts.payout',
          ref: String(seq),
        },
      ],
      rows: [changeOf(PAYOUTS_TABLE, payout), charityChange({ ...charity, paid })],
      events: [],
    };
  },
});
