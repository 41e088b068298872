import { formatAmount } from '@glasshouse/rules/money';
import { amountOfUnits } from '../chain-amounts.ts';

import { assetOn, type EvmNetwork } from '../network.ts';
import type { FoundPayment } from './chain-reader.ts';
import type { ExpectedPayout } from './events.ts';
import { type EvmReceipt, type EvmTransaction, TRANSFER_TOPIC } from './evm-answers.ts';

/** keccak256("ExecutionSuccess(bytes32,uint256)"): a Safe's batch went through. */
const SAFE_SUCCESS_TOPIC = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e';

/** Values that a Safe sends have no log: their place in the call numbers them, above all logs. */
const SAFE_OUTPUTS = 1_000_000;
const WORD_DIGITS = 64;

/**
 * What a transaction paid to the address of a withdrawal. Tokens leave a log. A coin that the
 * transaction itself carries is plain; one paid from a Safe is not, but the transaction names
 * receiver and value side by side, in a single payment as in a batch of `multiSend`, and a Safe
 * carries out all of it or logs a failure.
 */
export function paymentsBy(
  network: EvmNetwork,
  payout: ExpectedPayout,
  receipt: EvmReceipt,
  sent: EvmTransaction,
): readonly FoundPayment[] {
  const asset = assetOn(network, payout.asset);
  if (asset === undefined || !receipt.isSuccess || receipt.transactionHash !== sent.hash) return [];
  const to = payout.address.toLowerCase().slice(2);
  const payment = (output: number, units: bigint): FoundPayment => {
    const { amount, dust } = amountOfUnits(units, asset.decimals);
    return { output, amount: formatAmount(amount), dust: String(dust) };
  };
  if (asset.contract !== undefined) {
    const contract = asset.contract.toLowerCase();
    return receipt.logs.flatMap((log, place) => {
      const isTransfer = log.address === contract && log.topics.length === 3 && log.topics[0] === TRANSFER_TOPIC;
      if (!isTransfer || log.topics[2]!.slice(26) !== to) return [];
      return [payment(place + 1, BigInt(log.data === '0x' ? '0x0' : log.data))];
    });
  }
  if (sent.to?.slice(2).toLowerCase() === to) return [payment(0, BigInt(sent.value))];
  const isSafe = receipt.logs.some((log) => log.address === sent.to && log.topics[0] === SAFE_SUCCESS_TOPIC);
  if (!isSafe) return [];
  const input = sent.input.toLowerCase();
  const found: FoundPayment[] = [];
  for (let at = input.indexOf(to); at !== -1; at = input.indexOf(to, at + to.length)) {
    const value = input.slice(at + to.length, at + to.length + WORD_DIGITS);
    if (value.length === WORD_DIGITS) found.push(payment(SAFE_OUTPUTS + at, BigInt(`0x${value}`)));
  }
  return found;
}
