import { amountOf } from '@glasshouse/rules/money';
import { unitsOfAmount } from '../chain-amounts.ts';
import { assetOn, type EvmNetwork } from '../network.ts';
import type { ExpectedPayout } from './events.ts';
import { type EvmReceipt, type EvmTransaction, TRANSFER_TOPIC } from './evm-answers.ts';

/** keccak256("ExecutionSuccess(bytes32,uint256)"): a Safe's batch went through. */
const SAFE_SUCCESS_TOPIC = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e';

/**
 * Whether a transaction paid what a withdrawal promised. Tokens leave a log. A coin that the
 * transaction itself carries is plain; one paid from a Safe is not, but the transaction names
 * receiver and value side by side, in a single payment as in a batch of `multiSend`, and a Safe
 * carries out all of it or logs a failure.
 */
export function paidBy(
  network: EvmNetwork,
  payout: ExpectedPayout,
  receipt: EvmReceipt,
  sent: EvmTransaction,
): boolean {
  const asset = assetOn(network, payout.asset);
  if (asset === undefined || !receipt.isSuccess || receipt.transactionHash !== sent.hash) return false;
  const { units } = unitsOfAmount(amountOf(payout.amount), asset.decimals);
  const to = payout.address.toLowerCase().slice(2);
  if (asset.contract !== undefined) {
    const contract = asset.contract.toLowerCase();
    return receipt.logs.some(
      (log) =>
        log.address === contract &&
        log.topics.length === 3 &&
        log.topics[0] === TRANSFER_TOPIC &&
        log.topics[2]!.slice(26) === to &&
        units <= BigInt(log.data === '0x' ? '0x0' : log.data),
    );
  }
  if (sent.to?.slice(2) === to) return units <= BigInt(sent.value);
  const isSafe = receipt.logs.some((log) => log.address === sent.to && log.topics[0] === SAFE_SUCCESS_TOPIC);
  return isSafe && sent.input.toLowerCase().includes(to + units.toString(16).padStart(64, '0'));
}
