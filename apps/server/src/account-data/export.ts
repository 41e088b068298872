import { createHash } from 'node:crypto';
import type { OpenedFile } from '../files/file-vault.ts';
import { DRAFT_PURPOSE, draftContext, SUBMISSION_PURPOSE, submissionContext } from '../people/kyc/submissions.ts';
import type { FileResult } from '../platform/call.ts';
import type { Log } from '../platform/log.ts';
import type { MasterKey } from '../platform/master-key.ts';
import type { Pool, PoolClient } from '../platform/postgres.ts';
import { EXPORTED } from './tables.ts';

export const FORMAT = 'glasshouse-account';
export const VERSION = 1;
/** Lines with the bytes of files; the table has only what is said about them. */
export const CONTENTS = 'file_contents';

export interface ExportDeps {
  readonly pool: Pool;
  readonly master: MasterKey;
  readonly site: string;
  readonly now: () => number;
  /** Opens what the person uploaded; undefined where it is gone. */
  readonly fileOf: (id: string) => Promise<OpenedFile | undefined>;
  readonly log: Pick<Log, 'info'>;
  /** Opens what is sealed about withdrawals. */
  readonly detailsOf: (digests: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;
}

const ROWS_AT_ONCE = 500;
/** Bytes of a file in one line, which is read whole. */
const PART_BYTES = 1024 * 1024;
/** An export holds a connection, and the past that it reads: so much, and so long. */
const AT_ONCE_MAX = 2;
const LASTS_MS = 10 * 60_000;
/** Who takes nothing for so long makes room for others, and begins anew only after a while. */
export const STALLED_MS = 30_000;
export const REST_MS = 10 * 60_000;
const RESTING_MAX = 1_000;
/** Given at once: who takes this much within `STALLED_MS` keeps the place. */
const PIECE_CHARACTERS = 64 * 1024;

/** Writes JSON Lines: a head, a line for each row, and a foot with their number and digest. */
export class AccountExports {
  readonly #deps: ExportDeps;
  /** By whose it is: nobody has two. */
  readonly #running = new Map<number, Place>();
  /** Who lost a place, and until when they wait for another. */
  readonly #resting = new Map<number, number>();

  constructor(deps: ExportDeps) {
    this.#deps = deps;
  }

  /** Undefined while theirs or too many others are written, and for a while after it was lost. */
  file(userId: number): FileResult | undefined {
    const now = this.#deps.now();
    if (this.#running.has(userId) || AT_ONCE_MAX <= this.#running.size) return undefined;
    if (now < (this.#resting.get(userId) ?? 0)) return undefined;
    this.#resting.delete(userId);
    // Held from here on: it is lost again if nobody ever reads.
    const place = new Place((isLost) => this.#leave(userId, isLost));
    this.#running.set(userId, place);
    const day = new Date(now).toISOString().slice(0, 10);
    return { name: `account-${userId}-${day}.jsonl`, type: 'application/jsonl', chunks: this.#chunks(userId, place) };
  }

  #leave(userId: number, isLost: boolean): void {
    this.#running.delete(userId);
    if (!isLost) return;
    const [oldest] = this.#resting.keys();
    if (RESTING_MAX <= this.#resting.size && oldest !== undefined) this.#resting.delete(oldest);
    this.#resting.set(userId, this.#deps.now() + REST_MS);
  }

  async *#chunks(userId: number, place: Place): AsyncGenerator<string> {
    try {
      place.take();
      place.hold(await this.#deps.pool.connect());
      for await (const text of this.#lines(userId, place)) {
        for (let from = 0; from < text.length; from += PIECE_CHARACTERS) {
          place.give();
          yield text.slice(from, from + PIECE_CHARACTERS);
          place.take();
        }
      }
    } finally {
      await place.leave();
    }
  }

  async *#lines(userId: number, { client }: Place): AsyncGenerator<string> {
    const digest = createHash('sha256');
    let rows = 0;
    const written = (line: string): string => {
      digest.update(`${line}\n`);
      return `${line}\n`;
    };
    await client.query('begin isolation level repeatable read read only');
    const exportedAt = new Date(this.#deps.now()).toISOString();
    const head = { format: FORMAT, version: VERSION, site: this.#deps.site, user: userId, exportedAt };
    yield written(JSON.stringify(head));
    for await (const page of this.#pages(client, userId)) {
      rows += page.length;
      yield page.map(written).join('');
    }
    yield `${JSON.stringify({ rows, sha256: digest.digest('hex') })}\n`;
  }

  async *#pages(client: PoolClient, userId: number): AsyncGenerator<readonly string[]> {
    for (const { table, column, without = [] } of EXPORTED) {
      // A cursor takes no parameters; these are a number of ours and names of ours.
      const columns = `array[${without.map((name) => `'${name}'`).join(', ')}]::text[]`;
      // As text: numbers beyond 2^53 stay what they are. Ordered by the first column, which is the
      // number that the row was made under: a table itself is in the order of its last changes.
      await client.query(
        `declare own no scroll cursor for
           select (to_jsonb(t) - ${columns})::text as row from ${table} t where t.${column} = ${Number(userId)} order by t`,
      );
      for (;;) {
        const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from own`);
        if (rows.length === 0) break;
        yield rows.map(({ row }) => `{"table":"${table}","row":${row}}`);
      }
      await client.query('close own');
    }
    yield await this.#identity(client, userId);
    yield await this.#bankDetails(client, userId);
    yield await this.#mails(client, userId);
    yield* this.#support(client, userId);
    yield* this.#files(client, userId);
  }

  async #identity(client: PoolClient, userId: number): Promise<string[]> {
    const { master } = this.#deps;
    const { rows: submissions } = await client.query<{ id: string; level: string; sealed: Buffer; created_at: number }>(
      'select id, level, sealed, created_at from kyc_submissions where user_id = $1 order by created_at',
      [userId],
    );
    const { rows: drafts } = await client.query<{ level: string; sealed: Buffer }>(
      'select level, sealed from kyc_drafts where user_id = $1',
      [userId],
    );
    return [
      ...submissions.map(({ id, level, sealed, created_at: createdAt }) =>
        lineOf('kyc_submissions', {
          id,
          level,
          created_at: new Date(createdAt).toISOString(),
          content: parsed(master.open(SUBMISSION_PURPOSE, sealed, submissionContext(id, userId))),
        }),
      ),
      ...drafts.map(({ level, sealed }) =>
        lineOf('kyc_drafts', {
          level,
          content: parsed(master.open(DRAFT_PURPOSE, sealed, draftContext(userId, level))),
        }),
      ),
    ];
  }

  async #bankDetails(client: PoolClient, userId: number): Promise<string[]> {
    const { rows } = await client.query<{ digest: string }>(
      'select digest from private_details where user_id = $1 order by created_at',
      [userId],
    );
    const opened = await this.#deps.detailsOf(rows.map(({ digest }) => digest));
    return rows.map(({ digest }) => lineOf('private_details', { digest, content: opened.get(digest) ?? null }));
  }

  /** What was said on both sides; notes of operators among themselves are not for the person. */
  async *#support(client: PoolClient, userId: number): AsyncGenerator<readonly string[]> {
    for (let after = 0; ; ) {
      const { rows } = await client.query<{ id: number; row: object }>(
        `select m.id, to_jsonb(m) - '{operator,key}'::text[] as row
           from support_messages m join support_conversations c on c.id = m.conversation
          where c.user_id = $1 and m.kind <> 'note' and m.id > $2 order by m.id limit ${ROWS_AT_ONCE}`,
        [userId, after],
      );
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.id;
      yield rows.map(({ row }) => lineOf('support_messages', row));
    }
  }

  /** One at a time, however many there are; what cannot be opened any more says so. */
  async *#files(client: PoolClient, userId: number): AsyncGenerator<readonly string[]> {
    const { rows } = await client.query<{ id: string }>(
      `select id from files where user_id = $1 and sealed_key is not null and stored_at is not null order by created_at, id`,
      [userId],
    );
    for (const { id } of rows) {
      const opened = await this.#deps.fileOf(id);
      if (opened?.userId !== userId) {
        yield [lineOf(CONTENTS, { file: id, part: 0, of: 0, content: null })];
        continue;
      }
      const { bytes } = opened;
      const partCount = Math.ceil(bytes.length / PART_BYTES);
      for (let part = 0; part < partCount; part += 1) {
        const content = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES).toString('base64');
        yield [lineOf(CONTENTS, { file: id, part: part + 1, of: partCount, content })];
      }
    }
    if (0 < rows.length) this.#deps.log.info({ user: userId, files: rows.length }, 'files were opened for their owner');
  }

  /** What was sent to the person's address; the words are erased once sent. */
  async #mails(client: PoolClient, userId: number): Promise<string[]> {
    const { rows } = await client.query<{ row: object }>(
      `select jsonb_build_object('subject', m.subject, 'created_at', m.created_at, 'sent_at', m.sent_at) as row
         from mail_outbox m join users u on lower(u.email) = lower(m.to_address) where u.id = $1
        order by m.id desc limit ${ROWS_AT_ONCE}`,
      [userId],
    );
    return rows.map(({ row }) => lineOf('mail_outbox', row));
  }
}

const lineOf = (table: string, row: object): string => JSON.stringify({ table, row });
const parsed = (plain: Buffer | undefined): unknown => (plain === undefined ? null : JSON.parse(plain.toString()));

/** The place of one export: its connection, and the two clocks that take it away. */
class Place {
  readonly #left: (isLost: boolean) => void;
  readonly #end = setTimeout(() => this.#lose(), LASTS_MS);
  #stall = setTimeout(() => this.#lose(), STALLED_MS);
  #client: PoolClient | undefined;
  #isOver = false;

  constructor(left: (isLost: boolean) => void) {
    this.#left = left;
  }

  get client(): PoolClient {
    if (this.#client === undefined) throw new Error('the export has no connection');
    return this.#client;
  }

  hold(client: PoolClient): void {
    this.#client = client;
    if (this.#isOver) client.release();
  }

  /** The reader is to take what comes now. */
  give(): void {
    this.#stall = setTimeout(() => this.#lose(), STALLED_MS);
  }

  /** The reader asks for more. An exception when that is too late. */
  take(): void {
    clearTimeout(this.#stall);
    if (this.#isOver) throw new Error('the export was read too slowly');
  }

  #lose(): void {
    if (this.#isOver) return;
    this.#over(true);
    this.#client?.release(new Error('an export was read too slowly'));
  }

  #over(isLost: boolean): void {
    this.#isOver = true;
    clearTimeout(this.#end);
    clearTimeout(this.#stall);
    this.#left(isLost);
  }

  /** It was read to its end, or its reader has gone. */
  async leave(): Promise<void> {
    if (this.#isOver) return;
    this.#over(false);
    const failure = await this.#client?.query('rollback').then(
      () => undefined,
      (error: Error) => error,
    );
    this.#client?.release(failure);
  }
}
