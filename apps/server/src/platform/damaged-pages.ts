import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { onDatabaseError, type Pool } from './postgres.ts';

/** A page whose checksum or header does not fit what it holds. */
export interface DamagedPage {
  /** Of the table or index; undefined where the database no longer knows the file. */
  readonly name: string | undefined;
  readonly kind: 'table' | 'index' | 'unknown';
  /** As the database names it: `base/5/16412`. */
  readonly file: string;
  readonly block: number;
  readonly remedy: string;
}

/** Codes of data that is damaged, and of an index that is. */
const DAMAGED: ReadonlySet<string> = new Set(['XX001', 'XX002']);
/** PostgreSQL 18 reads several at once: `2 invalid pages among blocks 3..9 of relation …`. */
const PAGE =
  /invalid pages? (?:in block|among blocks) (\d+)(?:\.\.\d+)? of relation "?(base\/\d+\/|global\/|pg_tblspc\/\S+\/)(\d+)/g;
const RUNBOOK = 'docs/operations.md, "A damaged page"';

export interface NamedFile {
  readonly file: string;
  readonly node: number;
  readonly block: number;
}

/** The pages that a message of the database, or its log, calls damaged. */
export function damagedFiles(text: string): NamedFile[] {
  return Array.from(text.matchAll(PAGE), ([, block, folder, node]) => ({
    file: `${folder}${node}`,
    node: Number(node),
    block: Number(block),
  }));
}

export const isDamage = (error: unknown): boolean =>
  error instanceof Error && DAMAGED.has((error as Error & { code?: string }).code ?? '');

/** Names the table or index of a file, and what helps. */
export async function describeDamage(db: Pick<Pool, 'query'>, { file, node, block }: NamedFile): Promise<DamagedPage> {
  const unknown = { name: undefined, kind: 'unknown', file, block, remedy: remedyOf(undefined, 'unknown') } as const;
  // A catalogue may be what is damaged.
  const found = await db
    .query<{ name: string; is_index: boolean }>(
      `select c.oid::regclass::text as name, c.relkind = 'i' as is_index from pg_class c
        where c.oid = pg_filenode_relation(0, $1)`,
      [node],
    )
    .catch(() => undefined);
  const row = found?.rows[0];
  if (row === undefined) return unknown;
  const kind = row.is_index ? 'index' : 'table';
  return { name: row.name, kind, file, block, remedy: remedyOf(row.name, kind) };
}

const remedyOf = (name: string | undefined, kind: DamagedPage['kind']): string =>
  kind === 'index'
    ? `reindex index ${name}, then verify (${RUNBOOK})`
    : `stop, copy the data, restore the newest backup on another disk (${RUNBOOK})`;

/** `postings (table), block 12 of base/5/16412: stop, copy …`: for the log and `verify`. */
export const damageLine = ({ name, kind, file, block, remedy }: DamagedPage): string =>
  `${name === undefined ? 'an unknown file' : `${kind} ${name}`}, block ${block} of ${file}, is damaged: ${remedy}`;

/** What `verify` says where the database cannot be read: each damaged page, with its remedy. */
export async function damageLines(db: Pick<Pool, 'query'>, error: Error): Promise<string[]> {
  const pages = await Promise.all(damagedFiles(error.message).map((named) => describeDamage(db, named)));
  const lines = 0 < pages.length ? pages.map(damageLine) : [`${error.message}: see ${RUNBOOK}`];
  return [...lines, 'NOT CHECKED: the rest, since the database cannot be read as a whole'];
}

const LOOK_EVERY_MS = 30_000;
/** Of the database's own log, at a look. */
const LOG_BYTES_MAX = 1024 * 1024;
/** One disk that fails breaks many pages: the first few say enough. */
const PAGES_MAX = 20;

export interface DamageWatchOptions {
  readonly pool: Pick<Pool, 'query'>;
  readonly dataDir: string;
  readonly onDamage: (page: DamagedPage) => void;
}

/**
 * Notices damaged pages whichever thread or job meets them: by errors of this thread's own
 * statements, and by the log of the embedded database. Each is told once.
 */
export class DamageWatch {
  readonly #options: DamageWatchOptions;
  readonly #pages = new Map<string, DamagedPage>();
  readonly #logPath: string;
  #readTo: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopListening: () => void = () => undefined;

  constructor(options: DamageWatchOptions) {
    this.#options = options;
    this.#logPath = join(options.dataDir, 'postgres', 'postgres.log');
  }

  problems(): readonly DamagedPage[] {
    return [...this.#pages.values()];
  }

  start(): void {
    this.#stopListening = onDatabaseError((error) => {
      if (isDamage(error)) void this.#note(error.message);
    });
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS);
    this.#timer.unref();
    void this.look();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#stopListening();
  }

  /** Reads what the embedded database has logged since the last look. */
  async look(): Promise<void> {
    const text = this.#newLines();
    if (text !== '') await this.#note(text);
  }

  #newLines(): string {
    if (!existsSync(this.#logPath)) return '';
    const file = openSync(this.#logPath, 'r');
    try {
      const { size } = fstatSync(file);
      // What an earlier process left may have been mended since; the log is cut when it grows long.
      const from = Math.max(this.#readTo === undefined || size < this.#readTo ? 0 : this.#readTo, size - LOG_BYTES_MAX);
      const isFirst = this.#readTo === undefined;
      this.#readTo = size;
      if (isFirst || size <= from) return '';
      const bytes = Buffer.alloc(size - from);
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, from));
    } finally {
      closeSync(file);
    }
  }

  async #note(text: string): Promise<void> {
    for (const named of damagedFiles(text)) {
      const key = `${named.file} ${named.block}`;
      if (this.#pages.has(key) || PAGES_MAX <= this.#pages.size) continue;
      const page = await describeDamage(this.#options.pool, named);
      if (this.#pages.has(key)) continue;
      this.#pages.set(key, page);
      this.#options.onDamage(page);
    }
  }
}
