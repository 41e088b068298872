import { EndpointError, type EndpointOptions, endpointName, requestBytes } from './endpoint.ts';
import { JsonRpc } from './json-rpc.ts';

/** What a reader needs of Bitcoin, from whichever kind of server. */
export interface BitcoinSource {
  readonly name: string;
  head(): Promise<number>;
  /** Undefined when the block is not there yet. */
  hashAt(height: number): Promise<string | undefined>;
  /** The block as the network serialises it. */
  block(hash: string): Promise<Buffer>;
  /** Height of the block that holds a transaction, and its outputs; undefined when none does. */
  transaction(id: string): Promise<BitcoinPayment | undefined>;
}

export interface BitcoinPayment {
  readonly height: number;
  /** Time of the block in epoch ms. */
  readonly at: number;
  readonly outputs: readonly { readonly address: string; readonly value: bigint }[];
}

const REQUEST_TIMEOUT_MS = 60_000;
const HASH = /^[0-9a-f]{64}$/;
const HEIGHT_MAX = 100_000_000;

/** `node+http://user:password@host:8332` is a node's RPC, everything else an Esplora's address. */
export function bitcoinSource(url: string, timeoutMs = REQUEST_TIMEOUT_MS): BitcoinSource {
  return url.startsWith('node+')
    ? new NodeSource({ url: url.slice('node+'.length), timeoutMs })
    : new EsploraSource({ url, timeoutMs });
}

/** The HTTP API of Esplora: blockstream.info, mempool.space, or one's own. */
class EsploraSource implements BitcoinSource {
  readonly #options: EndpointOptions;
  readonly name: string;

  constructor(options: EndpointOptions) {
    this.#options = options;
    this.name = endpointName(options.url);
  }

  async head(): Promise<number> {
    return height(await this.#text('/blocks/tip/height'), this.name);
  }

  async hashAt(number: number): Promise<string | undefined> {
    const text = await this.#found(`/block-height/${number}`);
    return text === undefined ? undefined : hash(text, this.name);
  }

  async block(id: string): Promise<Buffer> {
    return await requestBytes(this.#options, { path: `/block/${id}/raw` });
  }

  async transaction(id: string): Promise<BitcoinPayment | undefined> {
    const text = await this.#found(`/tx/${id}`);
    if (text === undefined) return undefined;
    try {
      const parsed = JSON.parse(text) as {
        readonly status: { readonly confirmed: boolean; readonly block_height?: number; readonly block_time?: number };
        readonly vout: readonly { readonly scriptpubkey_address?: string; readonly value: number }[];
      };
      if (!parsed.status.confirmed) return undefined;
      return {
        height: height(String(parsed.status.block_height), this.name),
        at: seconds(parsed.status.block_time, this.name),
        outputs: parsed.vout.map(({ scriptpubkey_address: address = '', value }) => ({
          address,
          value: BigInt(value),
        })),
      };
    } catch (error) {
      throw new EndpointError(`${this.name} described ${id} in another form: ${(error as Error).message}`);
    }
  }

  async #text(path: string): Promise<string> {
    return (await requestBytes(this.#options, { path })).toString('utf8').trim();
  }

  async #found(path: string): Promise<string | undefined> {
    try {
      return await this.#text(path);
    } catch (error) {
      if (error instanceof EndpointError && error.message.endsWith('answered 404')) return undefined;
      throw error;
    }
  }
}

/** Bitcoin Core, with `txindex=1` if payouts are to be found too. */
class NodeSource implements BitcoinSource {
  readonly #rpc: JsonRpc;

  constructor(options: EndpointOptions) {
    this.#rpc = new JsonRpc(options);
  }

  get name(): string {
    return this.#rpc.name;
  }

  async head(): Promise<number> {
    return height(String(await this.#rpc.call('getblockcount')), this.name);
  }

  async hashAt(number: number): Promise<string | undefined> {
    if ((await this.head()) < number) return undefined;
    return hash(String(await this.#rpc.call('getblockhash', number)), this.name);
  }

  async block(id: string): Promise<Buffer> {
    return Buffer.from(String(await this.#rpc.call('getblock', id, 0)), 'hex');
  }

  async transaction(id: string): Promise<BitcoinPayment | undefined> {
    const found = (await this.#rpc.call('getrawtransaction', id, true).catch((error: Error) => {
      if (/No such|not found|500/i.test(error.message)) return null;
      throw error;
    })) as {
      readonly blockhash?: string;
      readonly vout: readonly { readonly value: number; readonly scriptPubKey: { readonly address?: string } }[];
    } | null;
    if (found?.blockhash === undefined) return undefined;
    const header = (await this.#rpc.call('getblockheader', found.blockhash)) as {
      readonly height: number;
      readonly time: number;
    };
    return {
      height: height(String(header.height), this.name),
      at: seconds(header.time, this.name),
      outputs: found.vout.map(({ value, scriptPubKey }) => ({
        address: scriptPubKey.address ?? '',
        // JSON numbers of Core have eight decimals; rounding to them is exact below 2^53 satoshis.
        value: BigInt(Math.round(value * 1e8)),
      })),
    };
  }
}

function height(text: string, name: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || HEIGHT_MAX < value) throw new EndpointError(`${name} has no height`);
  return value;
}

/** Time of a block, which counts seconds, in epoch ms. */
function seconds(value: unknown, name: string): number {
  if (!Number.isSafeInteger(value)) throw new EndpointError(`${name} has no time of a block`);
  return Number(value) * 1_000;
}

function hash(text: string, name: string): string {
  if (!HASH.test(text)) throw new EndpointError(`${name} has no hash`);
  return text;
}
