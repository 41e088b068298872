import type { CommandInput } from '../../kernel/core/types.ts';
import type { ConfirmedBody, SeenBody, TransferKey } from './transfer.ts';

export interface WatchedTransfer extends TransferKey {
  readonly userId: number;
  /** 1, and one more each time it comes back in another block. */
  readonly round: number;
}

type CommandHeader = Omit<CommandInput, 'body'>;

/** One id for each thing that can happen to a transfer, however often it is told. */
function named(type: string, transfer: WatchedTransfer, suffix = ''): CommandHeader {
  const { network, hash, output, round, userId } = transfer;
  return { id: `${type}:${network}:${hash}:${output}:${round}${suffix}`, userId, book: 'real', type };
}

const keyOf = ({ network, hash, output }: TransferKey): TransferKey => ({ network, hash, output });

export const seenCommand = (transfer: WatchedTransfer & Omit<SeenBody, keyof TransferKey>): CommandInput<SeenBody> => ({
  ...named('deposits.seen', transfer),
  body: {
    ...keyOf(transfer),
    address: transfer.address,
    asset: transfer.asset,
    amount: transfer.amount,
    sender: transfer.sender,
    block: transfer.block,
    simulated: transfer.simulated,
  },
});

export const confirmedCommand = (
  transfer: WatchedTransfer & { confirmations: number },
): CommandInput<ConfirmedBody> => ({
  ...named('deposits.confirmed', transfer, `:${transfer.confirmations}`),
  body: { ...keyOf(transfer), confirmations: transfer.confirmations },
});

export const vanishedCommand = (transfer: WatchedTransfer): CommandInput<TransferKey> => ({
  ...named('deposits.vanished', transfer),
  body: keyOf(transfer),
});
