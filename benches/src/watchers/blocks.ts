import { createHash } from 'node:crypto';

/** Synthetic blocks of the size that Ethereum has on a busy day. */
export const TRANSACTIONS = 300;
export const LOGS = 500;
/** Transfers to us in each block, half of them coins. */
export const HITS = 2;
export const TOKEN = `0x${'70'.repeat(20)}`;
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** Hex of a hash that looks random and is the same in every process. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
export const addressOf = (text: string): string => `0x${hashOf(text).slice(0, 40)}`;
/** Deposit address of a user. */
export const depositAddress = (user: number): string => addressOf(`user ${user}`);
const blockHash = (number: number): string => `0x${hashOf(`block ${number}`)}`;
const transactionHash = (number: number, index: number): string => `0x${hashOf(`tx ${number}/${index}`)}`;
const hex = (value: number): string => `0x${value.toString(16)}`;

/** Answers of a node for one block, as JSON values. */
export interface SyntheticBlock {
  readonly block: object;
  readonly logs: readonly object[];
  readonly receipts: ReadonlyMap<string, object>;
}

export function syntheticBlock(number: number, users: number): SyntheticBlock {
  const hash = blockHash(number);
  const transactions = Array.from({ length: TRANSACTIONS }, (_, index) => ({
    blockHash: hash,
    blockNumber: hex(number),
    hash: transactionHash(number, index),
    from: addressOf(`from ${number}/${index}`),
    to: index === 0 ? depositAddress(1 + (number % users)) : addressOf(`to ${number}/${index}`),
    value: index % 3 === 0 ? '0xde0b6b3a7640000' : '0x0',
    input: index % 3 === 0 ? '0x' : `0xa9059cbb${hashOf(`input ${index}`).repeat(2)}`,
    gas: '0x5208',
    maxFeePerGas: '0xba43b7400',
    maxPriorityFeePerGas: '0x3b9aca00',
    nonce: hex(index),
    r: transactionHash(number, index),
    s: transactionHash(index, number),
    transactionIndex: hex(index),
    type: '0x2',
    chainId: '0x1',
    accessList: [],
  }));
  const logs = Array.from({ length: LOGS }, (_, index) => logAt(number, index, users));
  const receipts = new Map(
    transactions.map((transaction, index) => [transaction.hash, receiptAt(number, index, logs)] as const),
  );
  const header = {
    number: hex(number),
    hash,
    parentHash: blockHash(number - 1),
    timestamp: hex(1_700_000_000 + number),
  };
  return { block: { ...header, logsBloom: `0x${'0f'.repeat(256)}`, transactions }, logs, receipts };
}

/** Logs spread over the transactions; the last one pays us. */
const transactionOf = (log: number): number => log % TRANSACTIONS;

function logAt(number: number, index: number, users: number) {
  const to = index === LOGS - 1 ? depositAddress(1 + ((number * 7) % users)) : addressOf(`holder ${number}/${index}`);
  return {
    address: TOKEN,
    topics: [TRANSFER_TOPIC, topic(addressOf(`sender ${index}`)), topic(to)],
    data: `0x${250_000_000n.toString(16).padStart(64, '0')}`,
    blockHash: blockHash(number),
    blockNumber: hex(number),
    transactionHash: transactionHash(number, transactionOf(index)),
    transactionIndex: hex(transactionOf(index)),
    logIndex: hex(index),
    removed: false,
  };
}

function receiptAt(number: number, index: number, logs: readonly object[]): object {
  return {
    transactionHash: transactionHash(number, index),
    blockHash: blockHash(number),
    blockNumber: hex(number),
    status: '0x1',
    gasUsed: '0x5208',
    logs: logs.filter((_, log) => transactionOf(log) === index),
  };
}

const topic = (address: string): string => `0x${'0'.repeat(24)}${address.slice(2)}`;
