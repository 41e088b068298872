import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RawTx } from '@scure/btc-signer';
import { scriptOf } from '../bitcoin-address.ts';

/** The easiest work there is, as on the test chain of a single machine. */
const BITS = 0x207fffff;
const TARGET = 0x7fffffn << (8n * (0x20n - 3n));
const GENESIS_REGTEST = Buffer.from(
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4adae5494dffff7f20020000000101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
  'hex',
);

export interface PaidOutput {
  readonly address: string;
  readonly satoshis: bigint;
}

interface ServedBlock {
  readonly hash: string;
  readonly bytes: Buffer;
  readonly transactions: ReadonlyMap<string, readonly PaidOutput[]>;
}

/** Epoch seconds of every block, as its servers tell. */
const BLOCK_TIME = 1_790_000_000;

/**
 * A local stand-in for an Esplora and for a node's RPC, on one port: real serialised blocks with
 * real, if easy, work.
 */
export class BitcoinChain {
  readonly #server: Server;
  #blocks: ServedBlock[] = [
    { hash: written(sha256d(GENESIS_REGTEST.subarray(0, 80))), bytes: GENESIS_REGTEST, transactions: new Map() },
  ];
  /** Changes what is answered to a path or method. */
  tamper: (path: string, answer: Buffer) => Buffer = (_path, answer) => answer;
  #nonce = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<BitcoinChain> {
    const server = createServer();
    const chain = new BitcoinChain(server);
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const path = request.url ?? '/';
      const answer =
        request.method === 'POST' ? chain.#rpc(Buffer.concat(chunks).toString('utf8')) : chain.#esplora(path);
      if (answer === undefined) response.writeHead(404).end('Block not found');
      else response.end(chain.tamper(path, answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return chain;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get height(): number {
    return this.#blocks.length - 1;
  }

  /** Adds a block; each list of outputs is a transaction, whose ids are returned. */
  mine(...payments: readonly (readonly PaidOutput[])[]): readonly string[] {
    this.#nonce += 1;
    const coinbase = transaction([], `coinbase ${this.#nonce}`, false);
    const made = payments.map((outputs) => ({
      outputs,
      bytes: transaction(outputs, outputs.map(({ address, satoshis }) => address + satoshis).join(), true),
    }));
    const all = [coinbase, ...made.map(({ bytes }) => bytes)];
    const ids = all.map(idOf);
    const parent = Buffer.from(this.#blocks.at(-1)!.hash, 'hex').reverse();
    const header = work(parent, merkleRoot(ids), 1_700_000_000 + this.#nonce);
    this.#blocks.push({
      hash: written(sha256d(header)),
      bytes: Buffer.concat([header, Buffer.of(all.length), ...all]),
      transactions: new Map(made.map(({ outputs }, index) => [written(ids[index + 1]!), outputs])),
    });
    return ids.slice(1).map(written);
  }

  /** Takes the newest blocks away, as a reorganisation does. */
  forget(blocks: number): void {
    this.#blocks = this.#blocks.slice(0, this.#blocks.length - blocks);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #esplora(path: string): Buffer | undefined {
    const [, kind, key = '', detail] = path.split('/');
    if (path === '/blocks/tip/height') return Buffer.from(String(this.height));
    if (kind === 'block-height') return textOf(this.#blocks[Number(key)]?.hash);
    if (kind === 'block' && detail === 'raw') return this.#blocks.find(({ hash }) => hash === key)?.bytes;
    if (kind === 'address') {
      const stats = { funded_txo_sum: Number(this.#received([key])), spent_txo_sum: 0 };
      return Buffer.from(JSON.stringify({ address: key, chain_stats: stats }));
    }
    if (kind !== 'tx') return undefined;
    const height = this.#blocks.findIndex(({ transactions }) => transactions.has(key));
    if (height === -1) return undefined;
    const vout = this.#blocks[height]!.transactions.get(key)!.map(({ address, satoshis }) => ({
      scriptpubkey_address: address,
      value: Number(satoshis),
    }));
    return Buffer.from(
      JSON.stringify({ txid: key, status: { confirmed: true, block_height: height, block_time: BLOCK_TIME }, vout }),
    );
  }

  #rpc(body: string): Buffer {
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown[] };
    const result =
      method === 'scantxoutset'
        ? this.#scanned(params[1] as string[])
        : this.#answer(method, params[0] as string | number);
    return Buffer.from(JSON.stringify({ id, result: result ?? null, error: null }));
  }

  #scanned(descriptors: readonly string[]): unknown {
    const addresses = descriptors.map((text) => /^addr\((.+)\)$/.exec(text)?.[1] ?? '');
    return { success: true, height: this.height, total_amount: Number(this.#received(addresses)) / 1e8 };
  }

  #received(addresses: readonly string[]): bigint {
    const outputs = this.#blocks.flatMap(({ transactions }) => [...transactions.values()].flat());
    return outputs.reduce((sum, { address, satoshis }) => sum + (addresses.includes(address) ? satoshis : 0n), 0n);
  }

  #answer(method: string, key: string | number): unknown {
    const height = this.#blocks.findIndex(({ hash, transactions }) => hash === key || transactions.has(String(key)));
    switch (method) {
      case 'getblockcount':
        return this.height;
      case 'getblockhash':
        return this.#blocks[Number(key)]?.hash;
      case 'getblock':
        return this.#blocks[height]?.bytes.toString('hex');
      case 'getblockheader':
        return { height, time: BLOCK_TIME };
      case 'getrawtransaction':
        return {
          blockhash: this.#blocks[height]?.hash,
          vout: (this.#blocks[height]?.transactions.get(String(key)) ?? []).map(({ address, satoshis }) => ({
            value: Number(satoshis) / 1e8,
            scriptPubKey: { address },
          })),
        };
      default:
        return null;
    }
  }
}

/** With a witness, so that the id is of another serialisation than the bytes. */
function transaction(outputs: readonly PaidOutput[], seed: string, hasWitness: boolean): Buffer {
  const spent = createHash('sha256').update(seed).digest();
  return Buffer.from(
    RawTx.encode({
      version: 2,
      segwitFlag: hasWitness,
      inputs: [{ txid: spent, index: 0, finalScriptSig: Uint8Array.of(), sequence: 0xffffffff }],
      outputs: [
        { amount: 1_000n, script: Uint8Array.of(0x51) },
        ...outputs.map(({ address, satoshis }) => ({ amount: satoshis, script: scriptOf('regtest', address)! })),
      ].slice(hasWitness ? 1 : 0),
      ...(hasWitness ? { witnesses: [[Uint8Array.of(1, 2, 3), spent]] } : {}),
      lockTime: 0,
    }),
  );
}

function idOf(bytes: Buffer): Buffer {
  const { segwitFlag: _flag, witnesses: _witnesses, ...rest } = RawTx.decode(bytes);
  return sha256d(Buffer.from(RawTx.encode({ ...rest, segwitFlag: false })));
}

function work(parent: Buffer, root: Buffer, seconds: number): Buffer {
  const header = Buffer.alloc(80);
  header.writeUInt32LE(0x20000000, 0);
  parent.copy(header, 4);
  root.copy(header, 36);
  header.writeUInt32LE(seconds, 68);
  header.writeUInt32LE(BITS, 72);
  for (let nonce = 0; TARGET < BigInt(`0x${written(sha256d(header))}`); nonce += 1) header.writeUInt32LE(nonce, 76);
  return header;
}

function merkleRoot(ids: readonly Buffer[]): Buffer {
  if (ids.length === 1) return ids[0]!;
  const above: Buffer[] = [];
  for (let index = 0; index < ids.length; index += 2) {
    above.push(sha256d(Buffer.concat([ids[index]!, ids[index + 1] ?? ids[index]!])));
  }
  return merkleRoot(above);
}

const sha256d = (data: Buffer): Buffer =>
  createHash('sha256').update(createHash('sha256').update(data).digest()).digest();
const written = (hash: Buffer): string => Buffer.from(hash).reverse().toString('hex');
const textOf = (text: string | undefined): Buffer | undefined => (text === undefined ? undefined : Buffer.from(text));
