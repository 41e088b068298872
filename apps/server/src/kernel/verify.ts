import { type Amount, amountOf, formatAmount } from '@glasshouse/rules/money';
import type { Pool, PoolClient } from '../platform/postgres.ts';
import { keyOf } from './accounts.ts';
import { chainHash, type LogEntry, parseEntry } from './log-entry.ts';
import { selectList } from './postgres-store.ts';
import { Replay, rowDigest } from './replay.ts';
import type { PostedLine } from './state.ts';
import type { Book, CoreModule, RowChange, TableSpec } from './types.ts';

export interface Verification {
  readonly ok: boolean;
  /** One sentence per difference; at most `FINDINGS_MAX`. */
  readonly findings: readonly string[];
  readonly entries: number;
  readonly postings: number;
  readonly accounts: number;
}

const FINDINGS_MAX = 50;
const PAGE = 5_000;

/**
 * Reads the whole database in one snapshot and derives it again from the command log: hash chain,
 * answers, postings with their balances, accounts, all modules' rows, and that each asset of each
 * book sums to zero.
 */
export async function verifyDatabase(pool: Pool, modules: readonly CoreModule[]): Promise<Verification> {
  const client = await pool.connect();
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    const verifier = new Verifier(client, modules);
    const result = await verifier.run();
    await client.query('commit');
    return result;
  } finally {
    client.release();
  }
}

class Verifier {
  readonly #client: PoolClient;
  readonly #modules: readonly CoreModule[];
  readonly #replay: Replay;
  readonly #findings: string[] = [];
  #entries = 0;
  #postings = 0;
  #broken = false;

  constructor(client: PoolClient, modules: readonly CoreModule[]) {
    this.#client = client;
    this.#modules = modules;
    this.#replay = new Replay(modules);
  }

  async run(): Promise<Verification> {
    await this.#log();
    if (!this.#broken) {
      await this.#accounts();
      for (const module of this.#modules) for (const spec of module.tables) await this.#rows(spec);
    }
    await this.#sums();
    const found = this.#findings;
    return {
      ok: found.length === 0,
      findings: found,
      entries: this.#entries,
      postings: this.#postings,
      accounts: this.#replay.state.accounts.size,
    };
  }

  #find(sentence: string): void {
    if (this.#findings.length < FINDINGS_MAX) this.#findings.push(sentence);
  }

  async #log(): Promise<void> {
    const head = (await this.#client.query('select sequence, last_hash from shards where id = 0')).rows[0];
    let previous: Buffer = Buffer.alloc(32);
    let expected = 1;
    for (let after = 0; !this.#broken; ) {
      const page = await this.#client.query(
        'select seq, command_id, user_id, type, code, entry, hash from command_log where seq > $1 order by seq limit $2',
        [after, PAGE],
      );
      if (page.rows.length === 0) break;
      const last = page.rows.at(-1).seq as number;
      const lines = await this.#linesBetween(after, last);
      for (const row of page.rows) {
        if (row.seq !== expected) this.#find(`log: entry ${expected} is missing (found ${row.seq})`);
        const entry = this.#parse(row);
        const hash = chainHash(previous, row.entry);
        if (!hash.equals(row.hash))
          this.#find(`log: the hash of entry ${row.seq} does not follow from its text and the entry before`);
        previous = row.hash;
        expected = row.seq + 1;
        this.#entries += 1;
        if (entry === undefined || !this.#replayEntry(entry, lines.get(row.seq) ?? [])) {
          this.#broken = true;
          break;
        }
        lines.delete(row.seq);
      }
      if (!this.#broken)
        for (const seq of lines.keys()) this.#find(`postings: entry ${seq} has postings but is not in the log`);
      after = last;
    }
    if (this.#broken) return;
    if (head.sequence !== expected - 1)
      this.#find(`shard: its head says ${head.sequence}, the log ends at ${expected - 1}`);
    if (!previous.equals(head.last_hash)) this.#find('shard: the hash of its head is not the hash of the last entry');
    const later = await this.#client.query('select count(*) as n from postings where seq > $1', [expected - 1]);
    if (later.rows[0].n !== 0) this.#find(`postings: ${later.rows[0].n} lie after the end of the log`);
  }

  #parse(row: {
    seq: number;
    command_id: string;
    user_id: number;
    type: string;
    code: number;
    entry: string;
  }): LogEntry | undefined {
    try {
      const entry = parseEntry(row.entry);
      const same =
        entry.seq === row.seq &&
        entry.id === row.command_id &&
        entry.user === row.user_id &&
        entry.type === row.type &&
        entry.code === row.code;
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
      const { lines, difference } = this.#replay.apply(entry);
      if (difference !== undefined) this.#find(`log: entry ${entry.seq} (${entry.type}): ${difference}`);
      this.#postings += lines.length;
      if (lines.length !== stored.length) {
        this.#find(
          `postings: entry ${entry.seq} (${entry.type}) makes ${lines.length}, the database has ${stored.length}`,
        );
      }
      for (const [index, line] of lines.entries()) {
        const other = stored[index];
        if (other === undefined) continue;
        const [want, have] = [lineText(line), storedText(other)];
        if (want !== have) this.#find(`postings: ${entry.seq}.${index} should be ${want}, is ${have}`);
      }
      return true;
    } catch (error) {
      this.#find(`log: entry ${entry.seq} (${entry.type}) cannot be replayed: ${(error as Error).message}`);
      return false;
    }
  }

  async #linesBetween(after: number, last: number): Promise<Map<number, StoredLine[]>> {
    const { rows } = await this.#client.query(
      `select seq, idx, from_id, to_id, amount::text, from_balance::text, to_balance::text, reason, ref, user_id
       from postings where seq > $1 and seq <= $2 order by seq, idx`,
      [after, last],
    );
    const bySeq = new Map<number, StoredLine[]>();
    for (const row of rows as StoredLine[]) {
      const lines = bySeq.get(row.seq);
      if (lines === undefined) bySeq.set(row.seq, [row]);
      else lines.push(row);
    }
    return bySeq;
  }

  async #accounts(): Promise<void> {
    const expected = new Map([...this.#replay.state.accounts.values()].map((account) => [account.id, account]));
    for (let after = 0; ; ) {
      const { rows } = await this.#client.query(
        'select id, owner, book, asset, kind, balance::text from accounts where id > $1 order by id limit $2',
        [after, PAGE],
      );
      if (rows.length === 0) break;
      for (const row of rows as {
        id: number;
        owner: number;
        book: Book;
        asset: string;
        kind: string;
        balance: string;
      }[]) {
        const key = keyOf(row);
        const account = expected.get(row.id);
        const balance = amountOf(row.balance);
        if (account === undefined)
          this.#find(`accounts: ${key} (${row.id}) holds ${formatAmount(balance)} but no command made it`);
        else if (account.key !== key) this.#find(`accounts: ${row.id} is ${key}, should be ${account.key}`);
        else if (account.balance !== balance) {
          this.#find(
            `accounts: ${key} holds ${formatAmount(balance)}, its commands make ${formatAmount(account.balance)}`,
          );
        }
        expected.delete(row.id);
        after = row.id;
      }
    }
    for (const account of expected.values()) {
      this.#find(`accounts: ${account.key} is missing; its commands make ${formatAmount(account.balance)}`);
    }
  }

  async #rows(spec: TableSpec): Promise<void> {
    const prefix = `${spec.table}\u0000`;
    const left = new Set([...this.#replay.rows.keys()].filter((id) => id.startsWith(prefix)));
    const cursor = `verify_${spec.table}`;
    await this.#client.query(`declare ${cursor} no scroll cursor for select ${selectList(spec)} from ${spec.table}`);
    for (;;) {
      const { rows } = await this.#client.query(`fetch ${PAGE} from ${cursor}`);
      for (const row of rows as RowChange['row'][]) {
        const id = this.#replay.rowId({ table: spec.table, row });
        const shown = id.replaceAll('\u0000', ' ');
        const digest = this.#replay.rows.get(id);
        if (digest === undefined) this.#find(`rows: ${shown} is in the database but no command made it`);
        else if (digest !== rowDigest(row)) this.#find(`rows: ${shown} is not what its commands make`);
        left.delete(id);
      }
      if (rows.length < PAGE) break;
    }
    await this.#client.query(`close ${cursor}`);
    for (const id of left) this.#find(`rows: ${id.replaceAll('\u0000', ' ')} is missing`);
  }

  async #sums(): Promise<void> {
    const sums = await this.#client.query(
      'select book, asset, sum(balance)::text as total from accounts group by book, asset having sum(balance) <> 0',
    );
    for (const row of sums.rows)
      this.#find(`ledger: the ${row.book} book's ${row.asset} sums to ${row.total}, not to zero`);
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

interface StoredLine {
  readonly seq: number;
  readonly idx: number;
  readonly from_id: number;
  readonly to_id: number;
  readonly amount: string;
  readonly from_balance: string;
  readonly to_balance: string;
  readonly reason: string;
  readonly ref: string | null;
  readonly user_id: number;
}

const describe = (parts: {
  from: number;
  to: number;
  amounts: readonly Amount[];
  reason: string;
  ref: string | null;
  user: number;
}): string =>
  `${parts.from}→${parts.to} ${parts.amounts.map(formatAmount).join(' / ')} ${parts.reason} ${parts.ref} u${parts.user}`;

const lineText = (line: PostedLine): string =>
  describe({
    from: line.from.id,
    to: line.to.id,
    amounts: [line.amount, line.fromBalance, line.toBalance],
    reason: line.reason,
    ref: line.ref,
    user: line.userId,
  });

const storedText = (line: StoredLine): string =>
  describe({
    from: line.from_id,
    to: line.to_id,
    amounts: [amountOf(line.amount), amountOf(line.from_balance), amountOf(line.to_balance)],
    reason: line.reason,
    ref: line.ref,
    user: line.user_id,
  });
