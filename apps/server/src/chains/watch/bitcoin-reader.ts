import { type Amount, formatAmount } from '@glasshouse/rules/money';
import type { BitcoinChain, BitcoinNetwork } from '../network.ts';
import { KIND } from './address-set.ts';
import { type BitcoinBlock, readBlock } from './bitcoin-block.ts';
import { addressOfScript, scriptKey } from './bitcoin-script.ts';
import { type BitcoinSource, bitcoinSource } from './bitcoin-sources.ts';
import type { ChainReader, FoundTransfer, Lookup, PayoutState, ScannedBlock } from './chain-reader.ts';
import { EndpointError, WrongChainError } from './endpoint.ts';
import type { ExpectedPayout, Transfer } from './events.ts';

/** The first blocks, which tell the chains apart. */
const GENESIS: { readonly [Chain in BitcoinChain]: string } = {
  main: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  test: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
  regtest: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
};
const DECIMALS = 8;
/**
 * Since 2021 a block of the main chain takes more than 2⁷⁵ hashes; whoever fakes one that took 2⁷⁰
 * spends more on it than on any deposit. Test chains have blocks that take no work.
 */
const TARGET_MAX: { readonly [Chain in BitcoinChain]: bigint } = {
  main: 1n << 186n,
  test: 1n << 256n,
  regtest: 1n << 256n,
};

/**
 * Bitcoin, from an Esplora or from a node. Blocks come as the network serialises them, so that
 * each can be checked against its own proof of work. Rewards of miners are no deposits.
 */
export class BitcoinReader implements ChainReader {
  readonly #network: BitcoinNetwork;
  readonly #source: BitcoinSource;

  constructor(network: BitcoinNetwork, url: string, timeoutMs?: number) {
    this.#network = network;
    this.#source = bitcoinSource(url, timeoutMs);
    if (network.assets.some(({ decimals }) => decimals !== DECIMALS)) throw new RangeError('satoshis are 10^-8');
  }

  get name(): string {
    return this.#source.name;
  }

  async check(): Promise<void> {
    const first = await this.#source.hashAt(0);
    if (first === GENESIS[this.#network.chain]) return;
    throw new WrongChainError(`${this.name} serves another chain than ${this.#network.name} (${this.#network.chain})`);
  }

  async tip(number: number): Promise<{ readonly head: number; readonly hash: string | undefined }> {
    const [head, hash] = await Promise.all([this.#source.head(), this.#source.hashAt(number)]);
    return { head, hash };
  }

  async hashes(numbers: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const found = new Map<number, string>();
    for (const number of numbers) {
      const hash = await this.#source.hashAt(number);
      if (hash !== undefined) found.set(number, hash);
    }
    return found;
  }

  async scan(from: number, to: number, ours: Lookup): Promise<readonly ScannedBlock[]> {
    const scanned: ScannedBlock[] = [];
    for (let number = from; number <= to; number += 1) {
      const hash = await this.#source.hashAt(number);
      const read = hash === undefined ? undefined : await this.#block(hash);
      if (read === undefined) break;
      const before = scanned.at(-1);
      // A reorganisation between two answers; the next turn sees one side of it.
      if (before !== undefined && before.hash !== read.block.parentHash) break;
      scanned.push(this.#scanned(number, read, ours));
    }
    return scanned;
  }

  async agrees(transfer: Transfer): Promise<boolean> {
    if ((await this.#source.hashAt(transfer.block)) !== transfer.blockHash) return false;
    const { block, bytes } = await this.#block(transfer.blockHash);
    const output = block.transactions.find(({ id }) => id === transfer.txHash)?.outputs[transfer.index];
    if (output === undefined || formatAmount(output.value as Amount) !== transfer.amount) return false;
    const found = scriptKey(bytes, output.script, output.scriptLength);
    return found !== undefined && this.#addressAt(found, bytes) === transfer.address;
  }

  async payout(payout: ExpectedPayout): Promise<PayoutState> {
    const found = await this.#source.transaction(payout.txHash);
    if (found === undefined) return { kind: 'missing' };
    const payments = found.outputs.flatMap(({ address, value }, output) =>
      address.toLowerCase() === payout.address.toLowerCase()
        ? [{ output, amount: formatAmount(value as Amount), dust: '0' }]
        : [],
    );
    return { kind: 'included', block: found.height, at: found.at, payments };
  }

  async #block(hash: string): Promise<{ readonly block: BitcoinBlock; readonly bytes: Buffer }> {
    const bytes = await this.#source.block(hash);
    let block: BitcoinBlock;
    try {
      block = readBlock(bytes, TARGET_MAX[this.#network.chain]);
    } catch (error) {
      throw new EndpointError(`${this.name} answered with ${(error as Error).message}`);
    }
    if (block.hash !== hash) throw new EndpointError(`${this.name} answered with another block than ${hash}`);
    return { block, bytes };
  }

  #scanned(
    number: number,
    { block, bytes }: { readonly block: BitcoinBlock; readonly bytes: Buffer },
    ours: Lookup,
  ): ScannedBlock {
    const transfers: FoundTransfer[] = [];
    for (const transaction of block.transactions) {
      if (transaction.isCoinbase) continue;
      for (const [index, { value, script, scriptLength }] of transaction.outputs.entries()) {
        const found = scriptKey(bytes, script, scriptLength);
        const userId = found === undefined ? 0 : ours.find(KIND[found.kind], bytes, found.offset);
        const address = found === undefined || userId === 0 ? undefined : this.#addressAt(found, bytes);
        if (address === undefined || value === 0n) continue;
        transfers.push({
          userId,
          address,
          index,
          network: this.#network.name,
          asset: this.#network.assets[0]!.asset,
          sender: null,
          amount: formatAmount(value as Amount),
          dust: '0',
          txHash: transaction.id,
          block: number,
          blockHash: block.hash,
          at: block.at,
        });
      }
    }
    const { hash, parentHash, at } = block;
    return { number, hash, parentHash, at, transfers };
  }

  #addressAt({ kind, offset }: NonNullable<ReturnType<typeof scriptKey>>, bytes: Buffer): string | undefined {
    if (kind === 'key') return undefined;
    return addressOfScript(this.#network.chain, kind, bytes.subarray(offset, offset + 20));
  }
}
