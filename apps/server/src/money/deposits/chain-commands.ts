import type { CommandInput } from '../../kernel/core/types.ts';
import type { ConfirmedBody, SeenBody, TransferKey } from './transfer.ts';

export interface WatchedTransfer extends TransferKey {
  readonly userId: number;
  /** 1, and one more each time it comes back in another block. */
  readonly round: number;
}

type Named = Omit<CommandInput, 'body'>;

/** One id for each thing that can happen to a transfer, however often it is told. */
function named(type: string, of: WatchedTransfer, suffix = ''): Named {
  const { network, hash, output, round, userId } = of;
  return { id: `${type}:${network}:${hash}:${output}:${round}${suffix}`, userId, book: 'real', type };
}

const keyOf = ({ network, hash, output }: TransferKey): TransferKey => ({ network, hash, output });

export const seenCommand = (of: WatchedTransfer & Omit<SeenBody, keyof TransferKey>): CommandInput<SeenBody> => ({
  ...named('deposits.seen', of),
  body: {
    ...keyOf(of),
    address: of.address,
    asset: of.asset,
    amount: of.amount,
    sender: of.sender,
    block: of.block,
    simulated: of.simulated,
  },
});

export const confirmedCommand = (of: WatchedTransfer & { confirmations: number }): CommandInput<ConfirmedBody> => ({
  ...named('deposits.confirmed', of, `:${of.confirmations}`),
  body: { ...keyOf(of), confirmations: of.confirmations },
});

export const vanishedCommand = (of: WatchedTransfer): CommandInput<TransferKey> => ({
  ...named('deposits.vanished', of),
  body: keyOf(of),
});
