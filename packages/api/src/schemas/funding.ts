import { Type } from 'typebox';
import { NETWORK_NAMES } from '../networks.ts';
import {
  amount,
  asset,
  identifier,
  instrumentCode,
  list,
  nullable,
  price,
  rate,
  signedAmount,
  strict,
  timestamp,
  words,
} from './common.ts';
import { heldDeposit } from './kyc-limits.ts';

/** Deposits and withdrawals. */
export const network = () => Type.Enum([...NETWORK_NAMES], { description: 'Network: ERC20, TRC20, BTC.' });
export const FUNDING_METHODS = ['crypto', 'bank'] as const;
export const fundingMethod = (description = 'How the money travels.') =>
  Type.Enum([...FUNDING_METHODS], { description });

/** Why a deposit or a withdrawal was refused. */
export const REVIEW_REASONS = [
  'notFound',
  'notYours',
  'belowMinimum',
  'wrongNetwork',
  'proofUnreadable',
  'thirdParty',
  'sourceUnclear',
  'destinationRisky',
  'detailsWrong',
  'identityMismatch',
  'returned',
  'networkFailure',
  'vanished',
  'other',
] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];
export const reviewReason = () => Type.Enum([...REVIEW_REASONS], { description: 'Why it was refused or failed.' });

export const DEPOSIT_STEPS = [
  'claimed',
  'seen',
  'confirmed',
  'reviewed',
  'credited',
  'rejected',
  'vanished',
  'frozen',
  'released',
  'overLimit',
  'limitReleased',
  'returnCancelled',
  'returning',
  'thirdParty',
  'returned',
  'reopened',
] as const;
export const WITHDRAWAL_STEPS = [
  'requested',
  'reviewed',
  'approved',
  'prepared',
  'sent',
  'replaced',
  'confirmed',
  'paidTwice',
  'rejected',
  'failed',
  'cancelled',
] as const;

/** A ledger line of the step, from the person's point of view. */
const stepLine = strict({
  reason: words('Key of the statement line.'),
  account: words('The account of the person that changed.'),
  symbol: asset(),
  amount: signedAmount('Change of that account.'),
});
/** A step of something that takes several, with what it did to the balance. */
export const fundingStep = <const Name extends string>(steps: readonly Name[]) =>
  strict({
    step: Type.Enum([...steps], { description: 'What happened, or happens next.' }),
    at: nullable(timestamp('Null: still to come.')),
    dueAt: nullable(timestamp('Expected by; null when nobody can say, or when it has happened.')),
    note: nullable(words('What the reviewer wrote, or the hash of the transfer.')),
    seq: nullable(identifier('Log entry that did it.')),
    lines: list(stepLine, 10),
  });

export const DEPOSIT_STATES = [
  'pending',
  'confirming',
  'reviewing',
  'approved',
  'rejected',
  'failed',
  'returning',
  'returned',
] as const;
/** Why a transfer to an address that several people share is this person's. */
export const CLAIM_BASES = ['memo', 'message', 'proof'] as const;
/** The sender of a bank transfer beside the verified name. */
export const PAYERS = ['same', 'other', 'unknown'] as const;
export const deposit = strict({
  id: identifier(),
  method: fundingMethod(),
  symbol: asset(),
  network: nullable(network()),
  state: Type.Enum([...DEPOSIT_STATES], {
    description:
      'pending: reported, no transfer seen yet; confirming; reviewing: confirmed, a person looks at it; failed: vanished from the chain; returning: somebody else paid, it goes back to them; returned.',
  }),
  claimed: nullable(amount('What the person reported; of a bank transfer, in its currency.')),
  currency: nullable(words('Currency of a bank transfer.')),
  currencyAmount: nullable(amount('What arrived of it.')),
  amount: amount('What arrived; what was reported until then.'),
  credited: nullable(amount('What the balance grew by.')),
  valueUsdt: nullable(amount('Worth at the credit, where its cost begins.')),
  frozen: amount('Held back because the transfer vanished after the credit.'),
  held: nullable(heldDeposit),
  owed: amount('Missing from what should be held back; no withdrawals until it is there again.'),
  address: nullable(words('Where it was sent.')),
  sender: nullable(words('Where it came from.')),
  txHash: nullable(words('Transaction hash.')),
  confirmations: nullable(Type.Integer({ minimum: 0, description: 'So far.' })),
  confirmationsNeeded: nullable(Type.Integer({ minimum: 0 })),
  reference: nullable(words('Reference of a bank transfer.')),
  hasProof: Type.Boolean({ description: 'A proof image was sent.' }),
  simulated: Type.Boolean({ description: 'Made by the button of the sandbox.' }),
  reason: nullable(reviewReason()),
  reasonText: nullable(words("The reason in the caller's language, with the reviewer's note.")),
  createdAt: timestamp(),
  timeline: list(fundingStep(DEPOSIT_STEPS), 30),
});

export const bankDetails = strict({
  holder: words('Account holder.'),
  accountNumber: words('IBAN or account number.'),
  bic: nullable(words('BIC.')),
  bank: nullable(words('Bank.')),
  currency: words('Currency of the account.'),
  reference: words('Write this as the purpose of the transfer.'),
  price: nullable(price('USDT for one unit of the currency now; fixed at the credit.')),
  priceAt: nullable(timestamp('When that price was last moved; null for dollars.')),
  spread: rate('Kept back where its market is closed at the credit.'),
});

export const depositMethod = strict({
  method: fundingMethod(),
  symbol: asset(),
  network: nullable(network()),
  networkName: nullable(words('Name of the network.')),
  minimum: amount('Smaller deposits are not credited by themselves.'),
  confirmations: nullable(Type.Integer({ minimum: 0 })),
  minutes: nullable(Type.Integer({ minimum: 0, description: 'Usual time until the confirmations are there.' })),
  address: nullable(
    Type.Enum(['own', 'shared'], {
      description: 'own: an address of the person alone; shared: the memo tells whose transfer it is.',
    }),
  ),
  contract: nullable(words('Contract of the token; other tokens are lost.')),
  watched: Type.Boolean({ description: 'Transfers are found without being reported.' }),
  bank: nullable(bankDetails),
});

export const depositMethods = strict({
  methods: list(depositMethod, 200),
  bankWaits: nullable(
    strict({
      currency: words('Currency of the account.'),
      opensAt: nullable(timestamp('When the market of the currency opens; null while it is open.')),
    }),
  ),
  canSimulate: Type.Boolean({ description: 'Profile sandbox: `simulateDeposit` makes a transfer.' }),
  reviewHours: Type.Integer({ minimum: 1, description: 'A review is done within this time.' }),
});

export const depositAddress = strict({
  symbol: asset(),
  network: network(),
  address: words('Send to this address.'),
  memo: nullable(words('Memo to include with the transfer.')),
  kind: Type.Enum(['own', 'shared']),
  minimum: amount('Smaller deposits are not credited by themselves.'),
  confirmations: Type.Integer({ minimum: 0 }),
  contract: nullable(words('Contract of the token; other tokens are lost.')),
  uri: words('Payment link for the QR code: EIP-681, BIP-21, or the plain address.'),
  publishedAt: timestamp('When this address became the person’s.'),
  seq: identifier('Log entry that says so.'),
});

export const WITHDRAWAL_STATES = [
  'pending',
  'approved',
  'sent',
  'confirmed',
  'rejected',
  'failed',
  'cancelled',
] as const;
const payout = strict({
  currency: words('Currency paid out.'),
  amount: words('Amount of it, to the cent.'),
  price: price('USDT for one unit of the currency: of the approval, of now as an estimate before it.'),
  spread: nullable(rate('Share that the house keeps of the conversion; null where the request fixed it.')),
  isEstimate: Type.Boolean({ description: 'Converted when it is approved, at the price of then.' }),
  code: instrumentCode('The market that it is from.'),
  tick: Type.Integer({ minimum: 1, description: 'Its tick.' }),
});
export const withdrawal = strict({
  id: identifier(),
  method: fundingMethod(),
  symbol: asset(),
  network: nullable(network()),
  state: Type.Enum([...WITHDRAWAL_STATES]),
  amount: amount('Taken from the balance.'),
  fee: amount('Fee in the same asset, part of the amount.'),
  received: amount('What arrives: amount less fee.'),
  valueUsdt: nullable(amount('Worth at the request.')),
  address: nullable(words('Receiving address, or the account number with its middle hidden.')),
  label: nullable(words('Its name in the address book.')),
  payout: nullable(payout),
  txHash: nullable(words('Transaction hash, or the reference of the bank transfer.')),
  canCancel: Type.Boolean(),
  reason: nullable(reviewReason()),
  reasonText: nullable(words("The reason in the caller's language, with the reviewer's note.")),
  createdAt: timestamp(),
  timeline: list(fundingStep(WITHDRAWAL_STEPS), 30),
});

export const WITHDRAWAL_BLOCKS = [
  'frozen',
  'withdrawalPasswordMissing',
  'credentialsChanged',
  'loanOpen',
  'owed',
] as const;
export const withdrawalTerms = strict({
  symbol: asset(),
  available: amount('Can be withdrawn at most.'),
  minimum: amount(),
  feeRate: rate('Share of the amount.'),
  feeMinimum: amount('The fee is at least this.'),
  networks: list(
    strict({
      network: network(),
      name: words('Name of the network.'),
      decimals: Type.Integer({ minimum: 0, description: 'What arrives is cut to so many decimals.' }),
    }),
    20,
  ),
  bank: nullable(
    strict({
      currency: words('Currency paid out.'),
      price: nullable(
        price('USDT for one unit of it now; converted at the price of the approval. Null: no request is taken.'),
      ),
      priceAt: nullable(timestamp('When that price was.')),
      opensAt: nullable(timestamp('When the market of the currency opens; null while it is open.')),
      spread: rate('Share that the house keeps of the conversion.'),
      holder: nullable(words('The verified name: payouts go to an account of this holder only.')),
    }),
  ),
  step: Type.Enum(['none', 'email', 'totp'], { description: 'Which code `requestWithdrawal` wants.' }),
  passkey: Type.Boolean({ description: 'A passkey may sign instead: one that is at least a day old.' }),
  blocks: list(
    strict({
      kind: Type.Enum([...WITHDRAWAL_BLOCKS]),
      until: nullable(timestamp('Ends by itself then.')),
      amount: nullable(amount('What is owed.')),
    }),
    5,
  ),
  lock: strict({
    isLocked: Type.Boolean({ description: 'Only addresses of the address book.' }),
    unlocksAt: nullable(timestamp('Unlocking was asked for and takes effect then.')),
  }),
  reviewHours: Type.Integer({ minimum: 1, description: 'A review is done within this time.' }),
});

export const withdrawalAddress = strict({
  id: identifier(),
  symbol: asset(),
  network: network(),
  address: words('Receiving address.'),
  label: words('Its name.'),
  usableAt: timestamp('Under the lock, usable from then on.'),
  createdAt: timestamp(),
});
export const addressBook = strict({
  items: list(withdrawalAddress, 100),
  isLocked: Type.Boolean({ description: 'Withdrawals go to these addresses only.' }),
  unlocksAt: nullable(timestamp('Unlocking was asked for and takes effect then.')),
});
