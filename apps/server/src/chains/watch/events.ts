/**
 * A transfer to one of our addresses, as a block shows it. Plain JSON: it travels between threads
 * and into commands.
 */
export type Transfer = {
  readonly network: string;
  readonly asset: string;
  /** As it was handed out: checksummed on EVM networks. */
  readonly address: string;
  /** Null where the chain names no single sender (Bitcoin). */
  readonly sender: string | null;
  /** Decimal text of an Amount, rounded down. */
  readonly amount: string;
  /** Chain units below 10^-8 of the asset, as a whole number; nearly always `0`. */
  readonly dust: string;
  readonly txHash: string;
  /**
   * Place within the transaction, the same in whichever block it ends up. Bitcoin: the output. EVM:
   * 0 for the coin itself, 1 + the position of the log among those of the transaction.
   */
  readonly index: number;
  readonly block: number;
  readonly blockHash: string;
  /** Time of the block in epoch ms; miners may set it wrong by minutes. */
  readonly at: number;
  /** 1, and one more each time it comes back in another block after a reorganisation. */
  readonly round: number;
};

/** A payout that we are waiting for. */
export interface ExpectedPayout {
  /** Of the withdrawal. */
  readonly id: number;
  readonly userId: number;
  readonly txHash: string;
  readonly asset: string;
  readonly address: string;
  /** Decimal text of the Amount that must arrive. */
  readonly amount: string;
  /** Digest of the payout, by which the core knows that it is the one approved. */
  readonly shown?: string;
  /** Outputs of the transaction that confirm other withdrawals already. */
  readonly taken?: readonly number[];
}

/** The payment that was found for a payout. */
export type PayoutPayment = { readonly output: number; readonly amount: string; readonly at: number };

/** `confirmed`: it paid what was expected. `wrong`: the transaction is final but did not pay it. */
export type PayoutOutcome = 'confirmed' | 'wrong';

/**
 * What a watcher tells the core, in this order per transfer: `seen`, then `confirmed` when enough
 * blocks are above it; `vanished` at any time when a reorganisation has dropped it, after which
 * `seen` may come again with the next round.
 */
export type ChainEvent =
  | { readonly kind: 'seen'; readonly transfer: Transfer }
  | { readonly kind: 'confirmed'; readonly transfer: Transfer; readonly confirmations: number }
  | { readonly kind: 'vanished'; readonly transfer: Transfer }
  | {
      readonly kind: 'payout';
      readonly network: string;
      readonly id: number;
      readonly txHash: string;
      readonly outcome: PayoutOutcome;
      readonly shown?: string;
      readonly payment?: PayoutPayment;
    };

/** An event with the user whom it is about. */
export interface OwnedEvent {
  readonly userId: number;
  readonly event: ChainEvent;
}

/**
 * Hands an event to the core. Resolves once the core has it durably; rejects when that is unknown,
 * and the watcher then sends the same event again.
 */
export type ReportChainEvent = (event: OwnedEvent) => Promise<void>;
