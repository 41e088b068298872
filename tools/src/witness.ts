import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  cosignatureBytes,
  cosignedBytes,
  formatVerifierKey,
  isKeyName,
  readVerifierKey,
  SIGNATURE_TYPES,
  signatureLine,
  type VerifierKey,
  verifierKey,
} from '@glasshouse/rules/tlog/note';
import { readTreeHead, type TreeHead } from '@glasshouse/rules/tlog/tree-head';
import { decideOnHead, originOf, readAddHead, type WitnessRefusal } from '@glasshouse/rules/tlog/witness';
import { openKeyFile } from '@glasshouse/server/platform/key-file';
import type { Checked } from './verify-receipt.ts';

const USAGE =
  'Name the witness and its logs: witness --name <host/path> --data <folder> --log <vkey>… [--port 4800] [--host 127.0.0.1]';
const KEY_FILE = 'witness.pem';
const PUBLIC_KEY_BYTES = 32;
/** 63 hashes and a head with signatures of many. */
const BODY_BYTES_MAX = 100_000;
const REQUEST_MS = 10_000;
const PORT = 4800;

export interface WitnessOptions {
  /** Name of its key, as logs have it in their settings. */
  readonly name: string;
  /** Holds the private key and the last head of each log. */
  readonly folder: string;
  /** Keys of the logs that it signs for; their names are the origins. */
  readonly logs: readonly VerifierKey[];
  readonly now: () => number;
}

/**
 * A witness by C2SP `tlog-witness`: it signs a head of a log only where that goes on from the last
 * one that it signed, and remembers it before it answers.
 */
export class Witness {
  readonly key: VerifierKey;
  readonly #options: WitnessOptions;
  readonly #privateKey: KeyObject;
  /** Of each log, the request before: two at once could sign two histories. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(options: WitnessOptions) {
    this.#options = options;
    this.#privateKey = createPrivateKey(openKeyFile(options.folder, KEY_FILE, newKey));
    const publicKey = createPublicKey(this.#privateKey).export({ format: 'der', type: 'spki' });
    this.key = verifierKey(
      options.name,
      SIGNATURE_TYPES.cosignature,
      Uint8Array.from(publicKey.subarray(-PUBLIC_KEY_BYTES)),
    );
  }

  /** The cosignature of a head as a line of a note, or why there is none. */
  async addHead(body: string): Promise<{ readonly line: string } | WitnessRefusal> {
    const request = readAddHead(body);
    const origin = request && originOf(request);
    if (request === undefined || origin === undefined) return { status: 400 };
    return this.#inTurn(origin, async () => {
      const keys = this.#options.logs.filter(({ name }) => name === origin);
      const last = await this.#last(origin);
      const decision = decideOnHead(request, { keys: keys.length === 0 ? undefined : keys, last: last?.head });
      if (!decision.ok) return decision.refusal;
      const seconds = Math.floor(this.#options.now() / 1_000);
      const signature = sign(null, cosignedBytes(decision.text, seconds), this.#privateKey);
      const { name, id } = this.key;
      const line = signatureLine({ name, id, bytes: cosignatureBytes(seconds, signature) });
      await this.#remember(origin, `${request.head}${line}`);
      return { line };
    });
  }

  /** The last head that it signed, with both signatures, by the hash of the origin. */
  async headOf(originHash: string): Promise<string | undefined> {
    const origin = this.#options.logs.find(({ name }) => hashOf(name) === originHash)?.name;
    return origin === undefined ? undefined : (await this.#last(origin))?.note;
  }

  #inTurn<Answer>(origin: string, work: () => Promise<Answer>): Promise<Answer> {
    const turn = (this.#turns.get(origin) ?? Promise.resolve()).then(work);
    this.#turns.set(
      origin,
      turn.catch(() => undefined),
    );
    return turn;
  }

  async #last(origin: string): Promise<{ readonly note: string; readonly head: TreeHead } | undefined> {
    const file = this.#fileOf(origin);
    if (!existsSync(file)) return undefined;
    const note = await readFile(file, 'utf8');
    const head = readTreeHead(note.slice(0, note.lastIndexOf('\n\n') + 1));
    if (head === undefined) throw new Error(`${file} is damaged: nothing is signed for ${origin}`);
    return { note, head };
  }

  async #remember(origin: string, note: string): Promise<void> {
    const file = this.#fileOf(origin);
    await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
    const handle = await open(`${file}.partial`, 'w', 0o600);
    try {
      await handle.writeFile(note);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(`${file}.partial`, file);
    const folder = await open(this.#options.folder, 'r');
    await folder.sync();
    await folder.close();
  }

  #fileOf(origin: string): string {
    return join(this.#options.folder, `${hashOf(origin)}.note`);
  }
}

const hashOf = (origin: string): string => createHash('sha256').update(origin).digest('hex');
const newKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

/** `POST /add-checkpoint` and `GET /<hash of an origin>/checkpoint`. */
export function witnessServer(witness: Witness, onError: (error: Error) => void = () => undefined): Server {
  const server = createServer((request, response) => {
    const answer = (status: number, text: string, type = 'text/plain; charset=utf-8'): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
    };
    void answerTo(witness, request).then(
      ({ status, text, type }) => answer(status, text, type),
      (error: Error) => {
        onError(error);
        answer(500, 'internal error\n');
      },
    );
  });
  server.requestTimeout = REQUEST_MS;
  return server;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly type?: string;
}

async function answerTo(witness: Witness, request: IncomingMessage): Promise<Answer> {
  const { method, url = '' } = request;
  if (method === 'GET') {
    const hash = /^\/([0-9a-f]{64})\/checkpoint$/.exec(url)?.[1];
    const note = hash === undefined ? undefined : await witness.headOf(hash);
    return note === undefined ? { status: 404, text: 'not found\n' } : { status: 200, text: note };
  }
  if (method !== 'POST' || url !== '/add-checkpoint') return { status: 404, text: 'not found\n' };
  const body = await bodyOf(request);
  if (body === undefined) return { status: 413, text: 'too large\n' };
  const result = await witness.addHead(body);
  if ('line' in result) return { status: 200, text: result.line };
  if (result.status === 409) return { status: 409, text: `${result.size}\n`, type: 'text/x.tlog.size' };
  return { status: result.status, text: 'refused\n' };
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (BODY_BYTES_MAX < bytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Runs until it is stopped; prints the key that logs need in their settings. */
export async function witnessCommand(args: readonly string[]): Promise<Checked> {
  const problem = (line: string): Checked => ({ ok: false, lines: [line] });
  let values: { name?: string; data?: string; log?: string[]; port?: string; host?: string };
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        name: { type: 'string' },
        data: { type: 'string' },
        log: { type: 'string', multiple: true },
        port: { type: 'string' },
        host: { type: 'string' },
      },
    }));
  } catch (error) {
    return problem((error as Error).message);
  }
  const { name, data, log = [], port = String(PORT), host = '127.0.0.1' } = values;
  if (name === undefined || data === undefined || log.length === 0) return problem(USAGE);
  if (!isKeyName(name)) return problem(`${name} is no name of a key: it has no space and no plus.`);
  if (!/^\d{1,5}$/.test(port)) return problem(`${port} is no port.`);
  const logs = log.map(readVerifierKey);
  const wrong = log.find((_, index) => logs[index]?.type !== SIGNATURE_TYPES.ed25519);
  if (wrong !== undefined) return problem(`${wrong} is no key of a log: <origin>+<8 hex digits>+<base64>.`);
  const witness = new Witness({
    name,
    folder: data,
    logs: logs.filter((key) => key !== undefined),
    now: Date.now,
  });
  const server = witnessServer(witness, (error) => console.error(error.message));
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(Number(port), host, listening);
  });
  console.log(`Witness ${formatVerifierKey(witness.key)}`);
  console.log(`signs for ${logs.map((key) => key?.name).join(', ')} at http://${host}:${port}/add-checkpoint`);
  await new Promise<void>((stopped) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close(() => stopped()));
  });
  return { ok: true, lines: [] };
}
