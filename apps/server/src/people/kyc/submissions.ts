import { createHash, createHmac, randomBytes } from 'node:crypto';
import { claimFiles, releaseFiles } from '../../files/file-rows.ts';
import { canonicalJson } from '../../kernel/core/canonical-json.ts';
import type { MasterKey } from '../../platform/master-key.ts';
import type { Pool, PoolClient } from '../../platform/postgres.ts';
import { inTransaction, keep, undo } from '../../platform/transaction.ts';
import { documentKey, filesOf, type KycForm } from './forms.ts';
import type { KycLevel } from './rows.ts';

type Db = Pick<Pool | PoolClient, 'query'>;

/** What the master key seals here, and for which row. */
export const SUBMISSION_PURPOSE = 'kyc submission';
export const submissionContext = (id: string, userId: number): string => `${id} of ${userId}`;
export const NOTE_PURPOSE = 'kyc note';
export const noteContext = (digest: string, submission: string): string => `${digest} on ${submission}`;
export const DRAFT_PURPOSE = 'kyc draft';
export const draftContext = (userId: number, level: string): string => `${level} of ${userId}`;
export const SECRET_PURPOSE = 'secret';
const DOCUMENT_SECRET = 'kyc document hash';

/** The use of a submission's files. */
export const useOf = (submission: string): string => `kyc:${submission}`;

/**
 * What is sealed; its digest is in the log. The nonce keeps anybody from guessing at the digest.
 */
export interface Submission {
  readonly nonce: string;
  readonly userId: number;
  readonly level: KycLevel;
  readonly form: KycForm;
  /** SHA-256 of each file. */
  readonly files: Readonly<Record<string, string>>;
  /** Parts taken from an earlier submission. */
  readonly kept: readonly string[];
}

export const digestOf = (content: object): string => createHash('sha256').update(canonicalJson(content)).digest('hex');

type Added =
  | { readonly ok: true; readonly id: string; readonly digest: string }
  | { readonly ok: false; readonly fields: readonly string[] };

interface SubmissionStoreDeps {
  readonly pool: Pool;
  readonly master: MasterKey;
}

/** Sealed submissions, notes and drafts. */
export class SubmissionStore {
  readonly #pool: Pool;
  readonly #master: MasterKey;

  constructor({ pool, master }: SubmissionStoreDeps) {
    this.#pool = pool;
    this.#master = master;
  }

  /**
   * Seals a submission and binds its files to it. The fields whose files are not the person's, or
   * in use, when there are any: nothing is kept then.
   */
  async add(
    submission: {
      readonly userId: number;
      readonly level: KycLevel;
      readonly form: KycForm;
      readonly kept: readonly string[];
      /** The submission whose files may be taken over. */
      readonly earlier: string | undefined;
    },
    now: number,
  ): Promise<Added> {
    const { userId, level, form, kept: unchanged, earlier } = submission;
    const id = randomBytes(18).toString('base64url');
    const files = filesOf(form);
    return inTransaction<Added>(this.#pool, async (client) => {
      const claim = { userId, usedBy: useOf(id), files: files.map((file) => ({ id: file.id, purpose: file.part })) };
      const refused = await claimFiles(client, earlier === undefined ? claim : { ...claim, from: [useOf(earlier)] });
      if (0 < refused.length) {
        const fields = files.filter((file) => refused.includes(file.id)).map((file) => file.part);
        return undo({ ok: false, fields });
      }
      const { rows } = await client.query<{ purpose: string; sha256: Buffer }>(
        'select purpose, sha256 from files where used_by = $1',
        [useOf(id)],
      );
      const content: Submission = {
        nonce: randomBytes(16).toString('hex'),
        userId,
        level,
        form,
        files: Object.fromEntries(rows.map(({ purpose, sha256 }) => [purpose, sha256.toString('hex')])),
        kept: unchanged,
      };
      const sealed = this.#master.seal(
        SUBMISSION_PURPOSE,
        Buffer.from(JSON.stringify(content)),
        submissionContext(id, userId),
      );
      await client.query(
        'insert into kyc_submissions (id, user_id, level, sealed, document, created_at) values ($1, $2, $3, $4, $5, $6)',
        [id, userId, level, sealed, await this.#documentHash(client, form), new Date(now)],
      );
      return keep({ ok: true, id, digest: digestOf(content) });
    });
  }

  /** Undoes `add` after the core has refused. */
  async withdraw(
    id: string,
    earlier: { readonly id: string; readonly files: readonly string[] } | undefined,
    now: number,
  ): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      if (earlier !== undefined) {
        await client.query('update files set used_by = $2 where used_by = $1 and id = any($3)', [
          useOf(id),
          useOf(earlier.id),
          earlier.files,
        ]);
      }
      await releaseFiles(client, useOf(id), now);
      await client.query('delete from kyc_submissions where id = $1', [id]);
      return keep(undefined);
    });
  }

  /** Undefined when it was deleted, or does not open as what the row says. */
  async open(id: string): Promise<Submission | undefined> {
    const { rows } = await this.#pool.query<{ user_id: number; sealed: Buffer }>(
      'select user_id, sealed from kyc_submissions where id = $1',
      [id],
    );
    const row = rows[0];
    if (row === undefined) return undefined;
    const plain = this.#master.open(SUBMISSION_PURPOSE, row.sealed, submissionContext(id, row.user_id));
    return plain === undefined ? undefined : (JSON.parse(plain.toString()) as Submission);
  }

  /** Other people with the same document. */
  async othersWithDocument(
    query: { readonly userId: number; readonly submission: string },
    max: number,
  ): Promise<number[]> {
    const { rows } = await this.#pool.query<{ user_id: number }>(
      `select distinct o.user_id from kyc_submissions s join kyc_submissions o on o.document = s.document
        where s.id = $1 and o.user_id <> $2 order by o.user_id limit $3`,
      [query.submission, query.userId, max],
    );
    return rows.map((row) => row.user_id);
  }

  /**
   * Keeps a reviewer's note; the log has its digest. The nonce follows from the command, so that a
   * repeated request is the same command. Undefined when the submission is gone.
   */
  async addNote(note: { readonly submission: string; readonly text: string; readonly command: string }, now: number) {
    const { submission, text, command } = note;
    const nonce = createHmac('sha256', await this.#secret(this.#pool))
      .update(command)
      .digest('hex');
    const content = { nonce, text };
    const digest = digestOf(content);
    const sealed = this.#master.seal(
      NOTE_PURPOSE,
      Buffer.from(JSON.stringify(content)),
      noteContext(digest, submission),
    );
    const { rowCount } = await this.#pool.query(
      `insert into kyc_notes (digest, submission, sealed, created_at)
       select $1, s.id, $3, $4 from kyc_submissions s where s.id = $2
       on conflict (digest) do update set created_at = kyc_notes.created_at`,
      [digest, submission, sealed, new Date(now)],
    );
    return rowCount === 1 ? digest : undefined;
  }

  async dropNote(digest: string): Promise<void> {
    await this.#pool.query('delete from kyc_notes where digest = $1', [digest]);
  }

  async note(digest: string | null): Promise<string | undefined> {
    if (digest === null) return undefined;
    const { rows } = await this.#pool.query<{ submission: string; sealed: Buffer }>(
      'select submission, sealed from kyc_notes where digest = $1',
      [digest],
    );
    const row = rows[0];
    if (row === undefined) return undefined;
    const plain = this.#master.open(NOTE_PURPOSE, row.sealed, noteContext(digest, row.submission));
    return plain === undefined ? undefined : (JSON.parse(plain.toString()) as { text: string }).text;
  }

  async saveDraft(
    draft: { readonly userId: number; readonly level: KycLevel; readonly form: object },
    now: number,
    until: number,
  ): Promise<void> {
    const { userId, level, form } = draft;
    const sealed = this.#master.seal(DRAFT_PURPOSE, Buffer.from(JSON.stringify(form)), draftContext(userId, level));
    await this.#pool.query(
      `insert into kyc_drafts (user_id, level, sealed, saved_at, expires_at) values ($1, $2, $3, $4, $5)
       on conflict (user_id, level) do update
         set sealed = excluded.sealed, saved_at = excluded.saved_at, expires_at = excluded.expires_at`,
      [userId, level, sealed, new Date(now), new Date(until)],
    );
  }

  async draft(key: { readonly userId: number; readonly level: KycLevel }, now: number) {
    const { rows } = await this.#pool.query<{ sealed: Buffer; saved_at: number; expires_at: number }>(
      'select sealed, saved_at, expires_at from kyc_drafts where user_id = $1 and level = $2 and expires_at > $3',
      [key.userId, key.level, new Date(now)],
    );
    const row = rows[0];
    const plain = row && this.#master.open(DRAFT_PURPOSE, row.sealed, draftContext(key.userId, key.level));
    if (row === undefined || plain === undefined) return undefined;
    return { form: JSON.parse(plain.toString()) as object, savedAt: row.saved_at, expiresAt: row.expires_at };
  }

  async dropDraft(key: { readonly userId: number; readonly level: KycLevel }): Promise<void> {
    await this.#pool.query('delete from kyc_drafts where user_id = $1 and level = $2', [key.userId, key.level]);
  }

  async #documentHash(client: Db, { country, documentType, documentNumber = '' }: KycForm): Promise<Buffer> {
    const text = [country, documentType, documentKey(documentNumber)].join(' ');
    return createHmac('sha256', await this.#secret(client))
      .update(text)
      .digest();
  }

  /** A random key of this installation, made when first needed. */
  async #secret(client: Db): Promise<Buffer> {
    const made = this.#master.seal(SECRET_PURPOSE, randomBytes(32), DOCUMENT_SECRET);
    await client.query('insert into sealed_secrets (name, sealed) values ($1, $2) on conflict do nothing', [
      DOCUMENT_SECRET,
      made,
    ]);
    const { rows } = await client.query<{ sealed: Buffer }>('select sealed from sealed_secrets where name = $1', [
      DOCUMENT_SECRET,
    ]);
    const opened = rows[0] && this.#master.open(SECRET_PURPOSE, rows[0].sealed, DOCUMENT_SECRET);
    if (opened === undefined) throw new Error('the key of document hashes cannot be opened: a master key is missing');
    return opened;
  }
}
