import type { BitcoinNetwork, EvmNetwork, Network } from '../network.ts';
import { EndpointError, endpointName, requestBytes } from './endpoint.ts';
import { EvmAnswers, quantity } from './evm-answers.ts';
import { JsonRpc } from './json-rpc.ts';

/** Balances of many addresses at one block, in units of the chain. */
export interface BalanceReader {
  head(): Promise<number>;
  /** Sums over the addresses, by asset. */
  balances(addresses: readonly string[], block: number): Promise<ReadonlyMap<string, bigint>>;
}

const REQUEST_TIMEOUT_MS = 60_000;
/** balanceOf(address) */
const BALANCE_OF = '0x70a08231';
/** Esplora has no call for many addresses; public ones allow a few requests at a time. */
const ESPLORA_AT_ONCE = 4;

export function balanceReaderOf(network: Network, url: string): BalanceReader | undefined {
  if (network.family === 'evm') return new EvmBalances(network, url);
  if (network.family !== 'bitcoin') return undefined;
  return url.startsWith('node+') ? new NodeBalances(network, url) : new EsploraBalances(network, url);
}

/** In batches, all at the same block: what moves meanwhile is counted once. */
class EvmBalances implements BalanceReader {
  readonly #network: EvmNetwork;
  readonly #rpc: JsonRpc;
  readonly #answers: EvmAnswers;

  constructor(network: EvmNetwork, url: string) {
    this.#network = network;
    this.#rpc = new JsonRpc({ url, timeoutMs: REQUEST_TIMEOUT_MS });
    this.#answers = new EvmAnswers(this.#rpc.name);
  }

  async head(): Promise<number> {
    return this.#answers.quantity(await this.#rpc.call('eth_blockNumber'));
  }

  async balances(addresses: readonly string[], block: number): Promise<ReadonlyMap<string, bigint>> {
    const sums = new Map<string, bigint>();
    for (const { asset, contract } of this.#network.assets) {
      const answers = await this.#rpc.batch(
        addresses.map((address) =>
          contract === undefined
            ? { method: 'eth_getBalance', params: [address, quantity(block)] }
            : { method: 'eth_call', params: [{ to: contract, data: balanceOf(address) }, quantity(block)] },
        ),
      );
      sums.set(
        asset,
        answers.reduce<bigint>((sum, answer) => sum + this.#units(answer), 0n),
      );
    }
    return sums;
  }

  #units(answer: unknown): bigint {
    if (typeof answer === 'string' && /^0x[0-9a-f]{1,64}$/i.test(answer)) return BigInt(answer);
    throw new EndpointError(`${this.#rpc.name} has no balance; does it know old blocks?`);
  }
}

const balanceOf = (address: string): string => `${BALANCE_OF}${address.slice(2).toLowerCase().padStart(64, '0')}`;

/** As of the newest block: an Esplora does not tell older balances. */
class EsploraBalances implements BalanceReader {
  readonly #url: string;
  readonly #asset: string;

  constructor(network: BitcoinNetwork, url: string) {
    this.#url = url;
    this.#asset = network.assets[0]!.asset;
  }

  async head(): Promise<number> {
    const text = (await this.#get('/blocks/tip/height')).trim();
    if (!/^\d{1,9}$/.test(text)) throw new EndpointError(`${endpointName(this.#url)} has no height`);
    return Number(text);
  }

  async balances(addresses: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
    let sum = 0n;
    for (let start = 0; start < addresses.length; start += ESPLORA_AT_ONCE) {
      const found = await Promise.all(
        addresses.slice(start, start + ESPLORA_AT_ONCE).map((address) => this.#balance(address)),
      );
      for (const balance of found) sum += balance;
    }
    return new Map([[this.#asset, sum]]);
  }

  async #balance(address: string): Promise<bigint> {
    const text = await this.#get(`/address/${address}`);
    try {
      const { chain_stats: stats } = JSON.parse(text) as {
        chain_stats: { funded_txo_sum: number; spent_txo_sum: number };
      };
      return BigInt(stats.funded_txo_sum) - BigInt(stats.spent_txo_sum);
    } catch (error) {
      throw new EndpointError(`${endpointName(this.#url)} has no balance: ${(error as Error).message}`);
    }
  }

  async #get(path: string): Promise<string> {
    return (await requestBytes({ url: this.#url, timeoutMs: REQUEST_TIMEOUT_MS }, { path })).toString('utf8');
  }
}

/** By a scan of all unspent outputs, which takes a node a minute or two for each page. */
class NodeBalances implements BalanceReader {
  readonly #rpc: JsonRpc;
  readonly #asset: string;

  constructor(network: BitcoinNetwork, url: string) {
    this.#rpc = new JsonRpc({ url: url.slice('node+'.length), timeoutMs: REQUEST_TIMEOUT_MS * 10 });
    this.#asset = network.assets[0]!.asset;
  }

  async head(): Promise<number> {
    return Number(await this.#rpc.call('getblockcount'));
  }

  async balances(addresses: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
    const found = (await this.#rpc.call(
      'scantxoutset',
      'start',
      addresses.map((address) => `addr(${address})`),
    )) as { readonly total_amount?: unknown } | null;
    const total = found?.total_amount;
    if (typeof total !== 'number') throw new EndpointError(`${this.#rpc.name} did not scan its outputs`);
    // Eight decimals: rounding to them is exact below 2^53 satoshis.
    return new Map([[this.#asset, BigInt(Math.round(total * 1e8))]]);
  }
}
