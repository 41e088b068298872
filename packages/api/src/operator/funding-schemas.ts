import { Type } from 'typebox';
import { CREDENTIAL_CHANGES } from '../constants.ts';
import {
  amount,
  asset,
  identifier,
  list,
  nullable,
  rate,
  signedAmount,
  strict,
  text,
  timestamp,
  words,
} from '../schemas/common.ts';
import {
  CLAIM_BASES,
  DEPOSIT_STATES,
  deposit,
  fundingMethod,
  network,
  PAYERS,
  reviewReason,
  WITHDRAWAL_STATES,
  withdrawal,
} from '../schemas/funding.ts';
import { reason } from './schemas.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const fundingPerson = strict({
  id: identifier('Number of the person.'),
  name: words('User name or email.'),
  status: Type.Enum(['active', 'frozen', 'disabled']),
});

/** A line of a queue. */
const queueFields = {
  id: identifier(),
  user: fundingPerson,
  method: fundingMethod(),
  symbol: asset(),
  network: nullable(network()),
  valueUsdt: nullable(amount('Worth in USDT.')),
  createdAt: timestamp(),
  dueAt: nullable(timestamp('Promised by then.')),
  isOverdue: Type.Boolean(),
};
export const depositItem = strict({
  ...queueFields,
  state: Type.Enum([...DEPOSIT_STATES]),
  claimed: nullable(amount('As reported; of a bank transfer, in its currency.')),
  currency: nullable(words('Currency of a bank transfer.')),
  arrived: nullable(amount('As found on the chain.')),
  txHash: nullable(words('Transaction hash.')),
  hasProof: Type.Boolean(),
  simulated: Type.Boolean(),
  frozen: amount(),
  owed: amount(),
  request: nullable(identifier('Asked for by one person; waits for a second.')),
});
export const WITHDRAWAL_TROUBLES = ['stuck', 'reverted', 'differs', 'early', 'used', 'altered', 'paidTwice'] as const;
/** What the operator who asks would cross by approving alone. */
export const PAYOUT_LIMITS = ['worth', 'person', 'destination', 'operator'] as const;
export const PAYOUT_FORMATS = ['safe', 'links', 'csv', 'pain03', 'pain09'] as const;

export const withdrawalItem = strict({
  ...queueFields,
  state: Type.Enum([...WITHDRAWAL_STATES]),
  amount: amount(),
  fee: amount(),
  received: amount(),
  address: nullable(words('Receiving address; the account number with its middle hidden.')),
  batch: nullable(identifier('Batch of payouts.')),
  trouble: nullable(Type.Enum([...WITHDRAWAL_TROUBLES])),
  currency: words('What arrives is counted in it: the coin, or the currency of the bank.'),
  currencyAmount: amount('What arrives, in that currency; of a bank transfer an estimate until it is approved.'),
  file: nullable(identifier('Exported file that asks for its payment.')),
  needsSecondPerson: Type.Boolean({ description: 'One person may not approve it.' }),
  limits: list(Type.Enum([...PAYOUT_LIMITS]), PAYOUT_LIMITS.length),
  approvedBy: list(words('Operator.'), 2),
  payers: list(words('Operator who may prepare it and mark it as sent.'), 20),
  request: nullable(identifier('Asked for by one person; waits for a second.')),
});

export const RISK_FLAGS = [
  'newAccount',
  'firstUse',
  'addressShared',
  'noDeposits',
  'mostlyProfit',
  'mostlyGrants',
  'credentialsChanged',
  'manyDevices',
  'simulatedMoney',
  'notVerified',
  'lockOff',
  'owed',
] as const;

/** What a reviewer should know before money leaves. */
export const riskSheet = strict({
  accountAgeDays: count('Days since the account was opened.'),
  identity: Type.Enum(['none', 'basic', 'full'], { description: 'Verified so far.' }),
  flags: list(Type.Enum([...RISK_FLAGS]), RISK_FLAGS.length),
  address: nullable(
    strict({
      usedBefore: count('Earlier withdrawals of the person to it that were paid.'),
      otherUsers: list(fundingPerson, 20),
      inBookSince: nullable(timestamp('In the address book since.')),
    }),
  ),
  money: strict({
    deposited: amount('Worth of everything credited, at its credit, in USDT.'),
    withdrawn: amount('Worth of everything sent before, in USDT.'),
    grants: amount('Bonuses and adjustments, in USDT.'),
    simulated: amount('Credited by the button of the sandbox, in USDT.'),
    /** What leaves beyond what came in. */
    profit: signedAmount('Withdrawn with this one, less deposited, in USDT.'),
    profitShare: rate('Profit as a share of what leaves.'),
  }),
  sources: list(
    strict({
      reason: words('Statement reason by which this coin came in.'),
      lines: count('Statement lines.'),
      amount: amount('Of this coin.'),
      share: rate('Share of all that came in.'),
    }),
    30,
  ),
  deposits: list(
    strict({
      id: identifier(),
      symbol: asset(),
      network: nullable(network()),
      credited: amount(),
      valueUsdt: nullable(amount()),
      sender: nullable(words('Where it came from.')),
      simulated: Type.Boolean(),
      at: timestamp(),
    }),
    50,
  ),
  access: strict({
    sessions: count('Sessions of the last 30 days.'),
    devices: count('Kinds of devices in them.'),
    addresses: count('Internet addresses in them.'),
    changes: list(strict({ kind: Type.Enum([...CREDENTIAL_CHANGES]), at: timestamp() }), 20),
  }),
});

export const depositCase = strict({
  item: depositItem,
  deposit,
  proofFileId: nullable(words('Image of the proof; each view is logged.')),
  /** Null: no watcher has seen it. */
  transfer: nullable(
    strict({
      txHash: words('Transaction hash.'),
      address: words('Our address.'),
      sender: nullable(words('Sender.')),
      amount: amount(),
      confirmations: count('So far.'),
      needed: count('To be credited.'),
      block: nullable(count('Block.')),
      link: nullable(words('The transaction in an explorer.')),
    }),
  ),
  /** What a reviewer found where no watcher told: waits for a second person, or was decided. */
  finding: nullable(
    strict({
      request: nullable(identifier('Waits for a second person.')),
      amount: amount('Of the coin, or of the currency.'),
      evidence: words('Hash, or the reference of the bank.'),
      output: nullable(count('Log index or output.')),
      basis: nullable(Type.Enum([...CLAIM_BASES])),
      valueDate: nullable(words('Of the entry of the bank.')),
      payer: nullable(Type.Enum([...PAYERS])),
      senderName: nullable(words('As the statement of the bank names the sender.')),
      senderAccount: nullable(words('Account that it came from, the only one that it goes back to.')),
    }),
  ),
  verifiedName: nullable(words('As an identity check verified it.')),
  watcher: Type.Enum(['well', 'ill', 'none'], { description: 'How the watcher of the network is.' }),
  isShared: Type.Boolean({ description: 'Several people share the address.' }),
  sameSender: list(fundingPerson, 20),
  sameHash: list(strict({ id: identifier(), user: fundingPerson, state: Type.Enum([...DEPOSIT_STATES]) }), 20),
  earlier: list(depositItem, 20),
});

/** Transactions that may pay one withdrawal: those that were replaced, and the present one. */
export const SECOND_PAYMENTS_MAX = 11;

export const withdrawalCase = strict({
  item: withdrawalItem,
  withdrawal,
  bank: nullable(
    strict({
      holder: words('Account holder.'),
      accountNumber: words('IBAN.'),
      bank: words('Bank.'),
      bic: nullable(words('BIC.')),
      holderIsVerified: Type.Boolean({ description: 'The holder is the verified name.' }),
    }),
  ),
  link: nullable(words('The transaction or address in an explorer.')),
  watcher: Type.Enum(['well', 'down', 'none'], { description: 'Whether a watcher can see its payment now.' }),
  paid: nullable(strict({ amount: amount('What the chain shows.'), at: nullable(timestamp('Time of the block.')) })),
  replaced: list(words('Transaction that its present one replaced.'), 10),
  secondPayments: list(
    strict({
      hash: words('Transaction.'),
      amount: amount('What it paid.'),
      at: nullable(timestamp('Time of the block.')),
      isBooked: Type.Boolean({ description: 'The ledger has it; otherwise the capital was too small.' }),
      link: nullable(words('The transaction in an explorer.')),
    }),
    SECOND_PAYMENTS_MAX,
  ),
  risk: riskSheet,
  earlier: list(withdrawalItem, 20),
});

export const payoutBatch = strict({
  id: identifier(),
  method: fundingMethod(),
  network: nullable(network()),
  madeBy: words('Operator.'),
  madeAt: timestamp(),
  count: count('Payouts.'),
  open: count('Approved, and not marked as sent or failed yet.'),
  sent: count('Sent, and not confirmed yet.'),
  confirmed: count('Confirmed.'),
  failed: count('Failed.'),
  left: count('Left the batch: their owner may not be paid now.'),
  exportable: count('In no file yet.'),
  totals: list(strict({ symbol: words('Asset or currency.'), amount: amount() }), 20),
  formats: list(Type.Enum([...PAYOUT_FORMATS]), PAYOUT_FORMATS.length),
});

/** A file of payouts, as it was handed over to be signed. */
export const payoutFile = strict({
  number: identifier('Number of the file.'),
  batch: identifier('Its batch.'),
  format: Type.Enum([...PAYOUT_FORMATS]),
  withdrawals: list(identifier(), 100),
  digest: words('SHA-256 of the file.'),
  payments: words('SHA-256 of its payments, which the file carries.'),
  madeBy: words('Operator.'),
  madeAt: timestamp(),
  voidedBy: nullable(words('Operators who declared it void.')),
  voidedAt: nullable(timestamp()),
  request: nullable(identifier('Asked to be void by one person; waits for a second.')),
});

export const fundingAlarm = strict({
  id: words('Unique.'),
  kind: Type.Enum(['vanished', 'amountDiffers', 'evidenceUsed', ...WITHDRAWAL_TROUBLES]),
  subject: Type.Enum(['deposit', 'withdrawal']),
  subjectId: identifier('Deposit or withdrawal.'),
  user: fundingPerson,
  symbol: asset(),
  amount: amount(),
  at: timestamp(),
});

/** Why the ledger and the chains differ. */
export const RECONCILIATION_PARTS = ['pendingCredits', 'sentUnconfirmed', 'simulated', 'bank', 'houseFunds'] as const;
export const reconciliation = strict({
  at: timestamp(),
  assets: list(
    strict({
      symbol: asset(),
      ledger: signedAmount('What the ledger says came in and has not left.'),
      onChain: nullable(amount('Balances of the published addresses; null: nobody has looked yet.')),
      onChainAt: nullable(timestamp('When somebody looked.')),
      networks: list(strict({ network: network(), addresses: count('Published.'), balance: nullable(amount()) }), 20),
      parts: list(
        strict({ part: Type.Enum([...RECONCILIATION_PARTS]), amount: signedAmount('Explains this much.') }),
        10,
      ),
      difference: nullable(signedAmount('Not explained: moved to the treasury, or missing.')),
      credited: amount('All deposits ever credited.'),
      paidOut: amount('All withdrawals ever sent.'),
      fees: amount('All withdrawal fees.'),
    }),
    200,
  ),
});
export const rejectionField = () => Type.Optional(reviewReason());

/** How money out is decided, a withdrawal or a loan; what only one of them refuses is its own. */
export const reviewBody = () =>
  strict({
    decision: Type.Enum(['approve', 'reject']),
    rejection: rejectionField(),
    note: Type.Optional(text(300, 'For the person, in their language if you can.')),
    reason: reason(),
  });
export const REVIEW_CODES = [
  'nothingFound',
  'orderAlreadyFinal',
  'userStatusWrong',
  'notVerified',
  'fieldRequired',
  'capacityReached',
] as const;
