import { formatAmount } from '@glasshouse/rules/money';
import { amountOfUnits } from '../chain-amounts.ts';
import { checksummed } from '../evm-address.ts';
import { type EvmNetwork, type NetworkAsset, nativeAsset } from '../network.ts';
import type { ChainReader, FoundTransfer, Lookup, PayoutState, ScannedBlock } from './chain-reader.ts';
import { EndpointError, WrongChainError } from './endpoint.ts';
import type { ExpectedPayout, Transfer } from './events.ts';
import { EvmAnswers, type EvmBlock, type EvmLog, type EvmReceipt, quantity, TRANSFER_TOPIC } from './evm-answers.ts';
import { paymentsBy } from './evm-payout.ts';
import { JsonRpc, type RpcCall } from './json-rpc.ts';

const REQUEST_TIMEOUT_MS = 20_000;
/** `0x`, then twelve zero bytes before the address in a topic. */
const TOPIC_ADDRESS = 26;
const WORD_HEX = 66;

/**
 * An EVM chain by JSON-RPC: full blocks for the coin itself, `Transfer` logs of the known contracts
 * for tokens, and the receipt of every transaction that pays us. Not seen: coins that a contract
 * sends on ("internal" transfers), which leave a trace only in archives of debugging nodes.
 */
export class EvmReader implements ChainReader {
  readonly #network: EvmNetwork;
  readonly #rpc: JsonRpc;
  readonly #answers: EvmAnswers;
  readonly #tokens: ReadonlyMap<string, NetworkAsset>;
  readonly #native: NetworkAsset | undefined;

  constructor(network: EvmNetwork, url: string, timeoutMs = REQUEST_TIMEOUT_MS) {
    this.#network = network;
    this.#rpc = new JsonRpc({ url, timeoutMs });
    this.#answers = new EvmAnswers(this.#rpc.name);
    this.#native = nativeAsset(network);
    this.#tokens = new Map(
      network.assets.flatMap((asset) => (asset.contract === undefined ? [] : [[asset.contract.toLowerCase(), asset]])),
    );
  }

  get name(): string {
    return this.#rpc.name;
  }

  async check(): Promise<void> {
    const id = this.#answers.quantity(await this.#rpc.call('eth_chainId'));
    if (id === this.#network.chainId) return;
    throw new WrongChainError(`${this.name} serves chain ${id}; ${this.#network.name} is ${this.#network.chainId}`);
  }

  async tip(number: number): Promise<{ readonly head: number; readonly hash: string | undefined }> {
    const [head, block] = await this.#rpc.batch([{ method: 'eth_blockNumber', params: [] }, header(number)]);
    return {
      head: this.#answers.quantity(head),
      hash: block === null ? undefined : this.#answers.header(block, number).hash,
    };
  }

  async hashes(numbers: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const blocks = await this.#rpc.batch(numbers.map(header));
    const found = new Map<number, string>();
    for (const [index, block] of blocks.entries()) {
      if (block !== null) found.set(numbers[index]!, this.#answers.header(block, numbers[index]!).hash);
    }
    return found;
  }

  async scan(from: number, to: number, ours: Lookup): Promise<readonly ScannedBlock[]> {
    const blocks = await this.#blocks(from, to);
    const logs = await this.#logs(blocks);
    const hits = blocks.map((block, index) => this.#hits(block, logs[index]!, ours));
    const receipts = await this.#receipts(
      blocks.flatMap((block, index) => [...hits[index]!].map((hash) => ({ hash, block }))),
    );
    return blocks.map((block, index) => {
      const { number, hash, parentHash, at } = block;
      const transfers = [...hits[index]!].flatMap((txHash) => {
        const receipt = receipts.get(txHash)!;
        this.#answers.assertSameLogs(
          receipt,
          logs[index]!.filter((log) => log.transactionHash === txHash),
        );
        return this.#transfers(block, receipt, ours);
      });
      return { number, hash, parentHash, at, transfers };
    });
  }

  async agrees(transfer: Transfer): Promise<boolean> {
    const [found, block] = await this.#rpc.batch([receiptOf(transfer.txHash), header(transfer.block)]);
    if (found === null || block === null) return false;
    const receipt = this.#answers.receipt(found);
    if (this.#answers.header(block, transfer.block).hash !== transfer.blockHash) return false;
    if (receipt.blockHash !== transfer.blockHash || !receipt.isSuccess) return false;
    if (transfer.index === 0) return await this.#agreesOnCoin(transfer);
    const log = receipt.logs[transfer.index - 1];
    const read = log === undefined ? undefined : this.#tokenTransfer(log);
    return (
      read !== undefined &&
      read.asset.asset === transfer.asset &&
      read.to === transfer.address.toLowerCase() &&
      isSameAmount(read.units, read.asset.decimals, transfer)
    );
  }

  async payout(payout: ExpectedPayout): Promise<PayoutState> {
    const [found, sent] = await this.#rpc.batch([
      receiptOf(payout.txHash),
      { method: 'eth_getTransactionByHash', params: [payout.txHash] },
    ]);
    if (found === null || sent === null) return { kind: 'missing' };
    const receipt = this.#answers.receipt(found);
    const block = await this.#rpc.call('eth_getBlockByNumber', quantity(receipt.blockNumber), false);
    if (block === null) return { kind: 'missing' };
    const { hash, at } = this.#answers.header(block, receipt.blockNumber);
    // A reorganisation between two answers; the next turn sees one side of it.
    if (hash !== receipt.blockHash) return { kind: 'missing' };
    const payments = paymentsBy(this.#network, payout, receipt, this.#answers.transaction(sent));
    return { kind: 'included', block: receipt.blockNumber, at, payments };
  }

  async #blocks(from: number, to: number): Promise<readonly EvmBlock[]> {
    const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const params = numbers.map(
      (number): RpcCall => ({
        method: 'eth_getBlockByNumber',
        params: [quantity(number), true],
      }),
    );
    const answers = await this.#rpc.batch(params);
    const blocks: EvmBlock[] = [];
    for (const [index, answer] of answers.entries()) {
      if (answer === null) break;
      const block = this.#answers.block(answer, numbers[index]!);
      const before = blocks.at(-1);
      // A reorganisation between two answers; the next turn sees one side of it.
      if (before !== undefined && before.hash !== block.parentHash) break;
      blocks.push(block);
    }
    return blocks;
  }

  /** By block hash (EIP-234), so that they cannot be of another block of the same number. */
  async #logs(blocks: readonly EvmBlock[]): Promise<readonly (readonly EvmLog[])[]> {
    if (this.#tokens.size === 0) return blocks.map(() => []);
    const address = [...this.#tokens.keys()];
    const answers = await this.#rpc.batch(
      blocks.map(({ hash }) => ({
        method: 'eth_getLogs',
        params: [{ blockHash: hash, address, topics: [TRANSFER_TOPIC] }],
      })),
    );
    return answers.map((answer, index) => this.#answers.logs(answer, blocks[index]!.hash));
  }

  /** Hashes of transactions that may pay us; what they really do, the receipts tell. */
  #hits(block: EvmBlock, logs: readonly EvmLog[], ours: Lookup): ReadonlySet<string> {
    const hits = new Set<string>();
    if (this.#native !== undefined) {
      for (const { to, value, hash } of block.transactions) {
        if (to !== null && value !== '0x0' && ours.findHex(to, 2) !== 0) hits.add(hash);
      }
    }
    for (const log of logs) {
      const to = log.topics[2];
      if (to !== undefined && ours.findHex(to, TOPIC_ADDRESS) !== 0) hits.add(log.transactionHash);
    }
    return hits;
  }

  async #receipts(
    transactions: readonly { readonly hash: string; readonly block: EvmBlock }[],
  ): Promise<ReadonlyMap<string, EvmReceipt>> {
    const answers = await this.#rpc.batch(transactions.map(({ hash }) => receiptOf(hash)));
    const receipts = new Map<string, EvmReceipt>();
    for (const [index, { hash, block }] of transactions.entries()) {
      const answer = answers[index];
      if (answer === null) throw new EndpointError(`${this.name} has no receipt of ${hash} yet`);
      const receipt = this.#answers.receipt(answer);
      if (receipt.transactionHash !== hash || receipt.blockHash !== block.hash) {
        throw new EndpointError(`${this.name} has the receipt of ${hash} in another block`);
      }
      receipts.set(hash, receipt);
    }
    return receipts;
  }

  /** In the order of their index: the coin first, then the logs. */
  #transfers(block: EvmBlock, receipt: EvmReceipt, ours: Lookup): readonly FoundTransfer[] {
    // Reverted: nothing moved, although the transaction names an amount.
    if (!receipt.isSuccess) return [];
    const found: FoundTransfer[] = [];
    const add = (asset: NetworkAsset, units: bigint, to: string, from: string, index: number): void => {
      const userId = ours.findHex(to, 2);
      if (userId === 0 || units === 0n) return;
      const { amount, dust } = amountOfUnits(units, asset.decimals);
      found.push({
        userId,
        network: this.#network.name,
        asset: asset.asset,
        address: checksummed(to.slice(2)),
        sender: checksummed(from.slice(2)),
        amount: formatAmount(amount),
        dust: String(dust),
        txHash: receipt.transactionHash,
        index,
        block: block.number,
        blockHash: block.hash,
        at: block.at,
      });
    };
    const sent = block.transactions.find(({ hash }) => hash === receipt.transactionHash);
    if (sent !== undefined && sent.to !== null && this.#native !== undefined) {
      add(this.#native, BigInt(sent.value), sent.to, sent.from, 0);
    }
    for (const [place, log] of receipt.logs.entries()) {
      const read = this.#tokenTransfer(log);
      if (read !== undefined) add(read.asset, read.units, read.to, read.from, place + 1);
    }
    return found;
  }

  /** Only of contracts that we know: anybody can deploy a token that calls itself USDT. */
  #tokenTransfer(
    log: EvmLog,
  ): { readonly asset: NetworkAsset; readonly units: bigint; readonly from: string; readonly to: string } | undefined {
    const asset = this.#tokens.get(log.address);
    const [topic, from, to, ...more] = log.topics;
    if (asset === undefined || topic !== TRANSFER_TOPIC || from === undefined || to === undefined) return undefined;
    // Four topics: the event of an NFT, whose last topic is a number and not an amount.
    if (0 < more.length || log.data.length !== WORD_HEX) return undefined;
    return {
      asset,
      units: BigInt(log.data),
      from: `0x${from.slice(TOPIC_ADDRESS)}`,
      to: `0x${to.slice(TOPIC_ADDRESS)}`,
    };
  }

  async #agreesOnCoin(transfer: Transfer): Promise<boolean> {
    const answer = await this.#rpc.call('eth_getTransactionByHash', transfer.txHash);
    if (answer === null || this.#native?.asset !== transfer.asset) return false;
    const sent = this.#answers.transaction(answer);
    return (
      sent.to?.toLowerCase() === transfer.address.toLowerCase() &&
      isSameAmount(BigInt(sent.value), this.#native.decimals, transfer)
    );
  }
}

const header = (number: number): RpcCall => ({ method: 'eth_getBlockByNumber', params: [quantity(number), false] });
const receiptOf = (hash: string): RpcCall => ({ method: 'eth_getTransactionReceipt', params: [hash] });

function isSameAmount(units: bigint, decimals: number, transfer: Transfer): boolean {
  const { amount, dust } = amountOfUnits(units, decimals);
  return formatAmount(amount) === transfer.amount && String(dust) === transfer.dust;
}
