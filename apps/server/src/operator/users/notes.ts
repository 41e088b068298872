import { createHash, randomBytes } from 'node:crypto';
import type { MasterKey } from '../../platform/master-key.ts';
import type { Pool } from '../../platform/postgres.ts';

const PURPOSE = 'note';
const NONCE_BYTES = 16;

const digestOf = (nonce: Buffer, text: string): string =>
  createHash('sha256').update(nonce).update(text, 'utf8').digest('hex');

interface NoteRow {
  readonly command_id: string;
  readonly digest: string;
  readonly nonce: Buffer;
  readonly sealed: Buffer;
}

export interface NotesDeps {
  readonly pool: Pool;
  readonly masterKey: MasterKey;
}

/**
 * Keeps the text of a note beside the log and returns the digest that the log has. A repeat of the
 * call finds its first digest, so that the command is the same; another text under the same key
 * gets a digest of its own, and the core refuses it.
 */
export async function keepNote(
  { pool, masterKey }: NotesDeps,
  note: { readonly commandId: string; readonly userId: number; readonly text: string; readonly now: number },
): Promise<string> {
  const { commandId, userId, text, now } = note;
  const nonce = randomBytes(NONCE_BYTES);
  const sealed = masterKey.seal(PURPOSE, Buffer.from(text, 'utf8'), commandId);
  await pool.query(
    `insert into user_notes (command_id, user_id, digest, nonce, sealed, at) values ($1, $2, $3, $4, $5, $6)
     on conflict (command_id) do nothing`,
    [commandId, userId, digestOf(nonce, text), nonce, sealed, new Date(now)],
  );
  const { rows } = await pool.query<NoteRow>(
    'select command_id, digest, nonce, sealed from user_notes where command_id = $1',
    [commandId],
  );
  const stored = rows[0]!;
  return digestOf(stored.nonce, text);
}

/** Texts by digest. One that does not open, or is not what the log says, is left out. */
export async function readNotes(
  { pool, masterKey }: NotesDeps,
  digests: readonly string[],
): Promise<Map<string, string>> {
  if (digests.length === 0) return new Map();
  const { rows } = await pool.query<NoteRow>(
    'select command_id, digest, nonce, sealed from user_notes where digest = any($1)',
    [digests],
  );
  const texts = new Map<string, string>();
  for (const { command_id, digest, nonce, sealed } of rows) {
    const text = masterKey.open(PURPOSE, sealed, command_id)?.toString('utf8');
    if (text !== undefined && digestOf(nonce, text) === digest) texts.set(digest, text);
  }
  return texts;
}
