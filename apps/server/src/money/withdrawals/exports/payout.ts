import type { Network } from '../../../chains/network.ts';
import type { BankAccount } from '../../funding/private-details.ts';
import type { Withdrawal } from '../rows.ts';

/** One payout of a batch, with everything that somebody needs who pays it. */
export interface Payout {
  readonly withdrawal: Withdrawal;
  /** Of a chain. */
  readonly network: Network | undefined;
  /** Of a bank transfer. */
  readonly bank: BankAccount | undefined;
}

/** The operator's own bank account. */
export interface Debtor {
  readonly holder: string;
  readonly iban: string;
  readonly bic: string | undefined;
}

export interface Batch {
  readonly id: number;
  readonly madeAt: number;
  readonly payouts: readonly Payout[];
  /** Number of the file. */
  readonly file: number;
}
