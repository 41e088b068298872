import {
  formatVerifierKey,
  readNote,
  readVerifierKey,
  SIGNATURE_TYPES,
  signatureLine,
  type VerifierKey,
  verifySignatures,
} from '@glasshouse/rules/tlog/note';
import type { TiledTree } from '@glasshouse/rules/tlog/tiles';
import { readCount } from '@glasshouse/rules/tlog/tree-head';
import { formatAddHead, readCosignatures } from '@glasshouse/rules/tlog/witness';
import type { FileStore } from '../../files/store.ts';
import type { EnvReader } from '../../platform/env-reader.ts';
import type { Pool } from '../../platform/postgres.ts';
import { tiledTree } from './tiled-tree.ts';
import { HEAD_FILE, type TreeLog } from './tree-keeper.ts';

/** Somebody else who signs the heads of this log, and only one history of them. */
export interface WitnessSettings {
  /** `<name>+<id>+<base64>`, as the witness publishes it. */
  readonly vkey: string;
  /** Where `add-checkpoint` is. */
  readonly url: string;
}

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 20_000;
/** A first try with a size that the witness does not have is told the right one. */
const TRIES = 2;

/** `WITNESSES`: `<vkey>@<url>`, separated by commas. */
export function readWitnesses(reader: EnvReader): readonly WitnessSettings[] {
  const text = reader.text('WITNESSES');
  if (text === undefined) return [];
  const witnesses = text.split(',').map((part): WitnessSettings | undefined => {
    const at = part.lastIndexOf('@');
    const [vkey, url] = [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
    const isWitness = readVerifierKey(vkey)?.type === SIGNATURE_TYPES.cosignature;
    return 0 < at && isWeb && isWitness ? { vkey, url: url.replace(/\/$/, '') } : undefined;
  });
  const known = witnesses.filter((witness) => witness !== undefined);
  if (known.length < witnesses.length) reader.reject('WITNESSES', '<verifier key>@<url>, separated by commas');
  return known;
}

export interface WitnessesOptions {
  readonly log: TreeLog;
  readonly pool: Pick<Pool, 'query'>;
  /** Of this log. */
  readonly store: FileStore;
  readonly clients: readonly WitnessClient[];
  readonly now: () => number;
  readonly onFailure: (witness: string, error: Error) => void;
}

/** Asks every witness of a log to sign its newest head, and publishes what they signed with it. */
export async function cosignHead(
  { log, pool, store, clients, now, onFailure }: WitnessesOptions,
  size: number,
): Promise<void> {
  if (clients.length === 0) return;
  const { rows } = await pool.query<{ note: string }>('select note from tree_heads where log = $1 and size = $2', [
    log,
    size,
  ]);
  const note = rows[0]?.note;
  if (note === undefined) return;
  const tree = tiledTree(size, store);
  const lines = await Promise.all(
    clients.map(async (client) => {
      try {
        const line = await client.cosign({ size, note, tree });
        await pool.query('insert into tree_cosignatures values ($1, $2, $3, $4, $5) on conflict do nothing', [
          log,
          size,
          client.name,
          line,
          now(),
        ]);
        return line;
      } catch (error) {
        onFailure(client.name, error as Error);
        return '';
      }
    }),
  );
  await store.put(HEAD_FILE, Buffer.from(`${note}${lines.join('')}`));
}

/** A signed head that is to be cosigned. */
export interface HeadToCosign {
  readonly size: number;
  readonly note: string;
  readonly tree: TiledTree;
}

/** One witness of one log: asked for each head, in order. */
export class WitnessClient {
  readonly key: VerifierKey;
  readonly #url: string;
  /** What the witness signed last, as far as is known. */
  #size = 0;

  constructor({ vkey, url }: WitnessSettings) {
    const key = readVerifierKey(vkey);
    if (key === undefined) throw new Error(`${vkey} is no verifier key`);
    this.key = key;
    this.#url = url;
  }

  get name(): string {
    return this.key.name;
  }

  /** The line of its cosignature, verified. Throws with the reason where there is none. */
  async cosign({ size, note, tree }: HeadToCosign): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      const proof = this.#size <= size ? await tree.consistencyProof(this.#size) : [];
      const answer = await this.#post(formatAddHead({ older: this.#size, proof, head: note }));
      if (answer.status === 409 && attempt < TRIES) {
        const known = readCount(answer.text.trim());
        if (known === undefined) throw new Error('it names no size');
        if (size < known) throw new Error(`it has signed ${known} entries, and the log has ${size}`);
        this.#size = known;
        continue;
      }
      if (answer.status !== 200) throw new Error(`it answered ${answer.status}`);
      const line = this.#lineIn(answer.text, note);
      this.#size = size;
      return line;
    }
  }

  #lineIn(text: string, note: string): string {
    const lines = readCosignatures(text)?.filter(({ name, id }) => name === this.key.name && id === this.key.id) ?? [];
    const [signature] = lines;
    const signed = readNote(note);
    if (signature === undefined || signed === undefined) throw new Error('its answer has no signature of its key');
    if (verifySignatures({ ...signed, signatures: [signature] }, [this.key])?.length !== 1) {
      throw new Error(`its signature does not hold with ${formatVerifierKey(this.key)}`);
    }
    return signatureLine(signature);
  }

  async #post(body: string): Promise<{ readonly status: number; readonly text: string }> {
    const response = await fetch(`${this.#url}/add-checkpoint`, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    return { status: response.status, text: text.slice(0, ANSWER_BYTES_MAX) };
  }
}
