import { amountOf, formatAmount } from '@glasshouse/rules/money';
import type { Checkpoint } from '@glasshouse/rules/proofs/checkpoint';
import type { Pool, PoolClient } from '../../platform/postgres.ts';
import { readSnapshot } from '../../platform/read-snapshot.ts';
import { keyOf } from '../core/accounts.ts';
import { chainHash, type LogEntry, parseEntry } from '../core/log-entry.ts';
import { rulesOf } from '../core/rules.ts';
import type { Book, CoreModule } from '../core/types.ts';
import type { LogArchive } from '../log/log-archive.ts';
import {
  allCheckpoints,
  checkpointFault,
  findCheckpoint,
  isKnownFormat,
  loadCheckpoint,
  storedParts,
} from './checkpoints.ts';
import { Replay } from './replay.ts';
import { type LoadedState, rootOfReplayed, WrongStateError } from './state-file.ts';
import { IdCheck } from './verify-ids.ts';
import { lineText, type StoredLine, storedText } from './verify-lines.ts';
import { RowCheck } from './verify-rows.ts';

export interface Verification {
  readonly ok: boolean;
  /** One sentence per difference; at most `FINDINGS_MAX`. */
  readonly findings: readonly string[];
  /** What was not looked at, and why. */
  readonly notes: readonly string[];
  readonly entries: number;
  readonly postings: number;
  readonly accounts: number;
  /** Signed states that the replay came past. */
  readonly checkpoints: number;
}

export interface VerifyOptions {
  /** Begins with the signed state after this entry instead of with nothing. */
  readonly from?: number | 'latest' | undefined;
  /** Where the older part of the log lies. */
  readonly archive?: LogArchive | undefined;
  /** Public keys, in hex, that may have signed states; left out, those of the tape. */
  readonly keys?: readonly string[] | undefined;
}

const FINDINGS_MAX = 50;
const PAGE = 5_000;

/**
 * Reads the database in one snapshot and derives it again from the command log: hash chain,
 * answers, postings with their balances, accounts, all modules' rows, signed states, and that each
 * asset of each book sums to zero. What it remembers follows what is live, not the length of the
 * log.
 */
export async function verifyDatabase(
  pool: Pool,
  modules: readonly CoreModule[],
  options: VerifyOptions = {},
): Promise<Verification> {
  return readSnapshot(pool, (client) => new Verifier(client, modules, options).run());
}

/** One entry as the log has it, wherever it lies. */
interface Stored {
  readonly seq: number;
  readonly entry: string;
  readonly hash: Buffer;
}
type LogRow = Stored & {
  readonly command_id: string;
  readonly user_id: number;
  readonly type: string;
  readonly code: number;
};

class Verifier {
  readonly #client: PoolClient;
  readonly #modules: readonly CoreModule[];
  readonly #options: VerifyOptions;
  readonly #findings: string[] = [];
  readonly #notes: string[] = [];
  #replay: Replay;
  #rows: RowCheck;
  #ids: IdCheck | undefined;
  /** Signed states still to come past, in order. */
  #waiting: Checkpoint[] = [];
  #previous: Buffer = Buffer.alloc(32);
  #expected = 1;
  #entries = 0;
  #postings = 0;
  #checkpoints = 0;
  #broken = false;

  constructor(client: PoolClient, modules: readonly CoreModule[], options: VerifyOptions) {
    this.#client = client;
    this.#modules = modules;
    this.#options = options;
    this.#replay = new Replay(modules, { keepsRows: false });
    this.#rows = this.#rowCheck(0, undefined);
  }

  async run(): Promise<Verification> {
    // By key: what is compared with a page of entries lies scattered over large tables.
    await this.#client.query('set local enable_hashjoin = off');
    await this.#client.query('set local enable_mergejoin = off');
    await this.#client.query('set local enable_seqscan = off');
    const archived = await this.#archivedTo();
    const isWhole = await this.#begin(archived);
    await this.#signedStates();
    this.#ids = await IdCheck.begin(this.#client, (sentence) => this.#find(sentence));
    await this.#log();
    await this.#client.query('set local enable_hashjoin = on');
    await this.#client.query('set local enable_mergejoin = on');
    await this.#client.query('set local enable_seqscan = on');
    if (!this.#broken) {
      await this.#accounts();
      await this.#rows.finish();
      if (isWhole) await this.#ids.finish();
    }
    await this.#sums(isWhole);
    return {
      ok: this.#findings.length === 0,
      findings: this.#findings,
      notes: this.#notes,
      entries: this.#entries,
      postings: this.#postings,
      accounts: this.#replay.state.accounts.size,
      checkpoints: this.#checkpoints,
    };
  }

  #rowCheck(start: number, loaded: LoadedState | undefined): RowCheck {
    const find = (sentence: string): void => this.#find(sentence);
    return new RowCheck(this.#client, { modules: this.#modules, start, live: loaded?.live, find });
  }

  #find(sentence: string): void {
    if (this.#findings.length < FINDINGS_MAX) this.#findings.push(sentence);
  }

  /** The last entry that the database itself says is archived. */
  async #archivedTo(): Promise<number> {
    const { rows } = await this.#client.query<{ last: number }>(
      'select coalesce(max(last_seq), 0)::bigint as last from log_archives',
    );
    return rows[0]?.last ?? 0;
  }

  /** Chooses where to begin; true when that is the beginning of the log. */
  async #begin(archived: number): Promise<boolean> {
    const { from, archive } = this.#options;
    if (archive !== undefined && archive.last < archived) {
      this.#find(
        `archive: ${archive.folder} ends at entry ${archive.last}, but entries up to ${archived} were archived`,
      );
    }
    const reaches = archived === 0 || archived <= (archive?.last ?? 0);
    const start = from ?? (reaches ? undefined : archived);
    if (start === undefined) return true;
    if (from === undefined) {
      this.#notes.push(
        `entries 1 to ${archived} are archived: verified from the signed state after them; with --archive <folder> they are verified too`,
      );
    }
    const checkpoint = await findCheckpoint(this.#client, start);
    if (checkpoint === undefined) {
      this.#find(
        start === 'latest' ? 'checkpoints: there is none yet' : `checkpoints: there is none after entry ${start}`,
      );
      this.#broken = !reaches;
      return reaches;
    }
    try {
      const modules = this.#modules;
      const loaded = await loadCheckpoint(storedParts(this.#client, checkpoint.seq), checkpoint, { modules });
      this.#replay = new Replay(modules, { state: loaded.state, keepsRows: false });
      this.#rows = this.#rowCheck(checkpoint.seq, loaded);
      this.#expected = checkpoint.seq + 1;
      this.#previous = loaded.state.lastHash;
      if (from !== undefined) {
        this.#notes.push(
          `verified from the state after entry ${checkpoint.seq}, as it was signed: entries before it, and rows that were finished by then, were not looked at`,
        );
      }
      return false;
    } catch (error) {
      if (!(error instanceof WrongStateError)) throw error;
      this.#find(`checkpoints: ${error.message}${reaches ? '; the whole log is replayed instead' : ''}`);
      this.#broken = !reaches;
      return reaches;
    }
  }

  /** All signed states: what is wrong with them in themselves, and which of them lie ahead. */
  async #signedStates(): Promise<void> {
    const trusted = this.#options.keys ?? (await this.#tapeKeys());
    const start = this.#expected - 1;
    const shard = await this.#client.query<{ sequence: number }>('select sequence from shards where id = 0');
    const head = shard.rows[0]?.sequence ?? 0;
    for await (const checkpoint of allCheckpoints(this.#client)) {
      const fault = checkpointFault(checkpoint);
      if (!isKnownFormat(checkpoint)) this.#notes.push(`${fault}: not compared`);
      else if (fault !== undefined) this.#find(`checkpoints: ${fault}`);
      else if (!trusted.includes(checkpoint.publicKey))
        this.#find(`checkpoints: that after entry ${checkpoint.seq} is signed by a key that nobody knows`);
      if (head < checkpoint.seq)
        this.#find(`checkpoints: a state was signed after entry ${checkpoint.seq}, but the log ends at ${head}`);
      if (start < checkpoint.seq && checkpoint.seq <= head) this.#waiting.push(checkpoint);
      else if (checkpoint.seq <= start) await this.#compareHash(checkpoint);
    }
  }

  async #tapeKeys(): Promise<string[]> {
    const { rows } = await this.#client.query<{ public_key: Buffer }>('select public_key from tape_keys');
    return rows.map(({ public_key }) => public_key.toString('hex'));
  }

  /** Of a state before the beginning: the log, where it has the entry, must have the same one. */
  async #compareHash({ seq, hash }: Checkpoint): Promise<void> {
    const { rows } = await this.#client.query<{ hash: Buffer }>('select hash from command_log where seq = $1', [seq]);
    if (rows[0] !== undefined && rows[0].hash.toString('hex') !== hash)
      this.#find(`checkpoints: that after entry ${seq} is of another history`);
  }

  async #log(): Promise<void> {
    const { archive } = this.#options;
    if (archive !== undefined && !this.#broken) {
      try {
        for await (const page of archive.pages(this.#expected - 1)) {
          await this.#compareKept(page);
          await this.#page(page);
          if (this.#broken) return;
        }
      } catch (error) {
        this.#find(`archive: ${(error as Error).message}`);
        this.#broken = true;
      }
    }
    for (let after = this.#expected - 1; !this.#broken; ) {
      const { rows } = await this.#client.query<LogRow>(
        'select seq, command_id, user_id, type, code, entry, hash from command_log where seq > $1 order by seq limit $2',
        [after, PAGE],
      );
      if (rows.length === 0) break;
      after = rows.at(-1)?.seq ?? after;
      await this.#page(rows);
    }
    if (!this.#broken) await this.#end();
  }

  /** Entries of the archive that the database has as well must be the same ones. */
  async #compareKept(page: readonly Stored[]): Promise<void> {
    const first = page[0]?.seq ?? 0;
    const last = page.at(-1)?.seq ?? 0;
    const { rows } = await this.#client.query<Stored>(
      'select seq, entry, hash from command_log where seq between $1 and $2 order by seq',
      [first, last],
    );
    for (const row of rows) {
      const counterpart = page[row.seq - first];
      if (counterpart?.entry !== row.entry || !counterpart.hash.equals(row.hash))
        this.#find(`archive: entry ${row.seq} is another one than the database has`);
    }
  }

  async #page(page: readonly (Stored & Partial<LogRow>)[]): Promise<void> {
    const first = this.#expected;
    const last = page.at(-1)?.seq ?? first;
    const lines = await this.#linesBetween(first - 1, last);
    for (const row of page) {
      if (row.seq !== this.#expected) this.#find(`log: entry ${this.#expected} is missing (found ${row.seq})`);
      const entry = this.#parse(row);
      const hash = chainHash(this.#previous, row.entry);
      if (!hash.equals(row.hash))
        this.#find(`log: the hash of entry ${row.seq} does not follow from its text and the entry before`);
      this.#previous = row.hash;
      this.#expected = row.seq + 1;
      this.#entries += 1;
      if (entry === undefined || !this.#replayEntry(entry, lines.get(row.seq) ?? [])) {
        this.#broken = true;
        return;
      }
      lines.delete(row.seq);
      this.#compareState(row.seq);
    }
    for (const seq of lines.keys()) this.#find(`postings: entry ${seq} has postings but is not in the log`);
    await this.#rows.compare();
    await this.#ids?.compare();
  }

  /** The replayed state must be the one that was signed. */
  #compareState(seq: number): void {
    while ((this.#waiting[0]?.seq ?? Number.POSITIVE_INFINITY) <= seq) {
      const checkpoint = this.#waiting.shift() as Checkpoint;
      this.#checkpoints += 1;
      const { state } = this.#replay;
      if (checkpoint.hash !== state.lastHash.toString('hex')) {
        this.#find(`checkpoints: that after entry ${checkpoint.seq} is of another history`);
        continue;
      }
      if (!isKnownFormat(checkpoint)) continue;
      const rules = rulesOf(state);
      if (checkpoint.rules !== rules)
        this.#find(
          `checkpoints: that after entry ${checkpoint.seq} names rules ${checkpoint.rules}, the log follows ${rules}`,
        );
      const head = { sequence: seq, hash: state.lastHash, lastAt: state.lastAt, nextAccountId: state.nextAccountId };
      const root = rootOfReplayed(state, this.#rows.live);
      if (root.finish(head).toString('hex') !== checkpoint.root)
        this.#find(`checkpoints: the state after entry ${checkpoint.seq} is not the one that was signed`);
    }
  }

  async #end(): Promise<void> {
    const head = (await this.#client.query('select sequence, last_hash from shards where id = 0')).rows[0];
    const last = this.#expected - 1;
    if (head.sequence !== last) this.#find(`shard: its head says ${head.sequence}, the log ends at ${last}`);
    if (!this.#previous.equals(head.last_hash))
      this.#find('shard: the hash of its head is not the hash of the last entry');
    const later = await this.#client.query('select count(*) as n from postings where seq > $1', [last]);
    if (later.rows[0].n !== 0) this.#find(`postings: ${later.rows[0].n} lie after the end of the log`);
  }

  #parse(row: Stored & Partial<LogRow>): LogEntry | undefined {
    try {
      const entry = parseEntry(row.entry);
      const same =
        entry.seq === row.seq &&
        (row.command_id === undefined ||
          (entry.id === row.command_id &&
            entry.user === row.user_id &&
            entry.type === row.type &&
            entry.code === row.code));
      if (!same) this.#find(`log: the columns of entry ${row.seq} say something else than its text`);
      return entry;
    } catch {
      this.#find(`log: the text of entry ${row.seq} cannot be read`);
      return undefined;
    }
  }

  /** False when the replay cannot continue. */
  #replayEntry(entry: LogEntry, stored: readonly StoredLine[]): boolean {
    try {
      const { lines, rows, difference } = this.#replay.apply(entry);
      if (difference !== undefined) this.#find(`log: entry ${entry.seq} (${entry.type}): ${difference}`);
      this.#rows.put(rows, entry.seq);
      this.#ids?.put(entry);
      this.#postings += lines.length;
      if (lines.length !== stored.length) {
        this.#find(
          `postings: entry ${entry.seq} (${entry.type}) makes ${lines.length}, the database has ${stored.length}`,
        );
      }
      for (const [index, line] of lines.entries()) {
        const storedLine = stored[index];
        if (storedLine === undefined) continue;
        const want = lineText(line);
        const have = storedText(storedLine);
        if (want !== have) this.#find(`postings: ${entry.seq}.${index} should be ${want}, is ${have}`);
      }
      return true;
    } catch (error) {
      this.#find(`log: entry ${entry.seq} (${entry.type}) cannot be replayed: ${(error as Error).message}`);
      return false;
    }
  }

  async #linesBetween(after: number, last: number): Promise<Map<number, StoredLine[]>> {
    const { rows } = await this.#client.query<StoredLine>(
      `select seq, idx, from_id, to_id, amount::text, from_balance::text, to_balance::text, reason, ref, user_id
       from postings where seq > $1 and seq <= $2 order by seq, idx`,
      [after, last],
    );
    return Map.groupBy(rows, ({ seq }) => seq);
  }

  async #accounts(): Promise<void> {
    const { accounts } = this.#replay.state;
    let found = 0;
    for (let after = 0; ; ) {
      const { rows } = await this.#client.query<AccountRow>(
        'select id, owner, book, asset, kind, balance::text from accounts where id > $1 order by id limit $2',
        [after, PAGE],
      );
      for (const row of rows) {
        const key = keyOf(row);
        const account = accounts.get(key);
        const balance = amountOf(row.balance);
        after = row.id;
        if (account === undefined) {
          this.#find(`accounts: ${key} (${row.id}) holds ${formatAmount(balance)} but no command made it`);
          continue;
        }
        found += 1;
        if (account.id !== row.id) this.#find(`accounts: ${key} has number ${row.id}, should have ${account.id}`);
        else if (account.balance !== balance) {
          this.#find(
            `accounts: ${key} holds ${formatAmount(balance)}, its commands make ${formatAmount(account.balance)}`,
          );
        }
      }
      if (rows.length < PAGE) break;
    }
    if (found === accounts.size) return;
    const { rows } = await this.#client.query<{ id: number }>('select id from accounts');
    const ids = new Set(rows.map(({ id }) => id));
    for (const account of accounts.values()) {
      if (!ids.has(account.id))
        this.#find(`accounts: ${account.key} is missing; its commands make ${formatAmount(account.balance)}`);
    }
  }

  async #sums(isWhole: boolean): Promise<void> {
    const sums = await this.#client.query(
      'select book, asset, sum(balance)::text as total from accounts group by book, asset having sum(balance) <> 0',
    );
    for (const row of sums.rows)
      this.#find(`ledger: the ${row.book} book's ${row.asset} sums to ${row.total}, not to zero`);
    if (!isWhole) return;
    const derived = await this.#client.query(
      `select a.id, a.balance::text as balance, coalesce(m.total, 0)::text as total from accounts a
       left join (select id, sum(amount) as total from (
         select to_id as id, amount from postings union all select from_id, -amount from postings) as moves group by id) as m using (id)
       where a.balance <> coalesce(m.total, 0) limit $1`,
      [FINDINGS_MAX],
    );
    for (const row of derived.rows) {
      this.#find(`ledger: account ${row.id} holds ${row.balance}, its postings make ${row.total}`);
    }
  }
}

interface AccountRow {
  readonly id: number;
  readonly owner: number;
  readonly book: Book;
  readonly asset: string;
  readonly kind: string;
  readonly balance: string;
}
