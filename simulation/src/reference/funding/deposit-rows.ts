import type { ExpectedRow } from '../prediction.ts';
import type { Entry } from '../stored.ts';

/** A row of `deposits` as the model expects it. */
export type DepositRow = Record<string, unknown> & {
  id: number;
  user_id: number;
  state: string;
  asset: string;
  network: string | null;
  arrived: string | null;
  credited: string | null;
  frozen: string;
  owed: string;
  tx_hash: string | null;
  output: number | null;
  closed_at: number | null;
};

/** What a watcher tells. */
export type SeenTransfer = {
  network: string;
  hash: string;
  output: number;
  address: string;
  asset: string;
  amount: string;
  block: number;
  sender: string | null;
};

/** Who used a hash. */
export interface Hash {
  readonly deposit: number;
  readonly user: number;
  output: number | null;
  holds: boolean;
}

export const eventOf = ({ user_id, id, state, asset }: DepositRow) => ({
  userId: user_id,
  book: 'real',
  kind: 'deposit',
  data: { id, state, asset },
});

export const hashRow = (network: string, tx_hash: string, { deposit, user, output, holds }: Hash): ExpectedRow => ({
  table: 'deposit_hashes',
  row: { network, tx_hash, deposit, user_id: user, output, holds },
});

/** As the audit log shows it. */
export const shown = ({ state, arrived, credited, frozen, owed, tx_hash }: DepositRow) => ({
  state,
  arrived,
  credited,
  frozen,
  owed,
  txHash: tx_hash,
});

const EMPTY = [
  'claimed',
  'arrived',
  'credited',
  'value_usdt',
  'tick',
  'address',
  'sender',
  'tx_hash',
  'output',
  'block',
  'confirmations',
  'needed',
  'currency',
  'currency_amount',
  'proof',
  'reason',
  'note',
  'due_at',
  'closed_at',
];

/** A deposit of which nothing is known yet. */
export const emptyDeposit = (
  { seq, user, book, at }: Entry,
  fields: { asset: string; network: string | null; state: string },
): DepositRow =>
  ({
    ...Object.fromEntries(EMPTY.map((column) => [column, null])),
    id: seq,
    user_id: user,
    book,
    method: 'crypto',
    ...fields,
    frozen: '0',
    owed: '0',
    simulated: false,
    steps: [],
    placed_at: at,
    settled: false,
  }) as unknown as DepositRow;
