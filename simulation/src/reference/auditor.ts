import { createHash } from 'node:crypto';
import type { Schedule } from '../schedule.ts';
import { ExpectedAccounts } from './accounts.ts';
import { AlertsModel } from './alerts.ts';
import { checkAccounts, checkHoldings } from './balance-sheet.ts';
import { ContractsModel } from './contracts/contracts-model.ts';
import { ConvertModel } from './convert/convert-model.ts';
import {
  type Commit,
  type Entry,
  type StoredAccount,
  type StoredLine,
  type StoredRow,
  type StoredTick,
  tickName,
} from './evidence.ts';
import { FeeTiersModel } from './fee-tiers.ts';
import { Findings } from './findings.ts';
import { HouseModel } from './house.ts';
import { OptionsModel } from './options/options-model.ts';
import { Prices } from './prices.ts';
import type { Predict, Product, Reference } from './product.ts';
import { Publications } from './publications.ts';
import { RowBook } from './row-book.ts';
import { sessionEnd } from './sessions.ts';
import { SpotModel } from './spot/spot-model.ts';
import { Submissions } from './submissions.ts';

/**
 * An independent reference of the whole core: it reads what became durable, in order, and says for
 * each entry what it must answer, move, change and tell. It shares no code with the core and sees
 * none of its objects.
 */
export class Auditor {
  readonly findings = new Findings();
  readonly submissions = new Submissions(this.findings);
  readonly publications: Publications;
  readonly accounts = new ExpectedAccounts();
  readonly prices = new Prices(this.findings);
  /** In the order in which ticks and time reach them. */
  readonly products: readonly Product[];
  readonly #types = new Map<string, Predict>();
  readonly #rows: RowBook;
  /** After which entry a tick took its place in the order. */
  readonly #places = new Map<string, number>();
  #sequence = 0;
  #hash = Buffer.alloc(32);
  #at = 0;
  entries = 0;
  readonly codes = new Map<string, number>();

  /** `keys`: the key columns of each table. */
  constructor(options: {
    schedules: ReadonlyMap<string, Schedule>;
    keys: ReadonlyMap<string, readonly string[]>;
  }) {
    const { accounts, prices, findings } = this;
    const reference: Reference = {
      accounts,
      prices,
      findings,
      sessionEnd: (code, at) => sessionEnd(options.schedules.get(code), at),
      levelOf: (user, book) => levels.of(user, book),
    };
    const levels = new FeeTiersModel();
    this.products = [
      new HouseModel(reference, () => this.products),
      new OptionsModel(reference),
      new ContractsModel(reference),
      new SpotModel(reference),
      new ConvertModel(reference),
      new AlertsModel(reference),
      levels,
    ];
    for (const { types } of this.products) {
      for (const [type, predict] of Object.entries(types)) this.#types.set(type, predict);
    }
    this.#rows = new RowBook(options.keys, findings);
    this.publications = new Publications(prices, findings);
  }

  /** Looks at what was answered and told, once `observe` has read everything that is durable. */
  async listen(observe: () => Promise<void>, options: { quiet: boolean }): Promise<void> {
    this.submissions.hold();
    this.publications.hold();
    await observe();
    this.submissions.settle();
    this.publications.settle(options);
  }

  /** The same at once, where everything durable is read the moment it is written. */
  listenNow(): void {
    this.submissions.hold();
    this.publications.hold();
    this.submissions.settle();
    this.publications.settle({ quiet: false });
  }

  placed(tick: StoredTick, afterSeq: number): void {
    this.#places.set(tickName(tick), afterSeq);
  }

  /** New durable content: entries and ticks, each in their order. */
  commit({ entries, lines, ticks }: Commit): void {
    const bySeq = Map.groupBy(lines, (line) => line.seq);
    const waiting = ticks.map((tick) => ({ tick, place: this.#placeOf(tick) }));
    let passed = 0;
    for (const { text, hash } of entries) {
      const entry = this.#read(text, hash);
      while (passed < waiting.length && waiting[passed]!.place < entry.seq) this.#pass(waiting[passed++]!.tick);
      this.#audit(entry, bySeq.get(entry.seq) ?? [], waiting[passed]?.tick);
      bySeq.delete(entry.seq);
    }
    while (passed < waiting.length) this.#pass(waiting[passed++]!.tick);
    for (const seq of bySeq.keys()) this.findings.add(`postings of ${seq} belong to no command`);
  }

  /** Rows of a commit (or, `whole`, of the store) against what they must say. */
  rows(rows: Iterable<StoredRow>, options: { whole: boolean }): void {
    this.#rows.check(rows, options);
  }

  /**
   * The whole ledger: every balance as expected, zero sums, nothing negative, holds and reserves as
   * the live orders need.
   */
  ledger(accounts: readonly StoredAccount[]): void {
    checkAccounts(accounts, this.accounts.balances, this.findings);
    checkHoldings(accounts, this.products, this.findings);
  }

  /** After a quiet while in which time was told. */
  nothingDueAt(at: number): void {
    for (const product of this.products) product.nothingDueAt?.(at);
  }

  /** Some balances, as a commit left them. */
  touched(accounts: readonly StoredAccount[]): void {
    for (const { key, balance } of accounts) {
      if (balance !== this.accounts.of(key)) this.findings.equal(`account ${key}`, balance, this.accounts.of(key));
    }
  }

  #read(text: string, hash: string): Entry {
    const entry = JSON.parse(text) as Entry;
    this.findings.equal('log: sequence', entry.seq, this.#sequence + 1);
    this.findings.check(this.#at <= entry.at, () => `entry ${entry.seq} at ${entry.at} is older than ${this.#at}`);
    this.#hash = createHash('sha256').update(this.#hash).update(text).digest();
    this.findings.equal(`entry ${entry.seq}: hash`, hash, this.#hash.toString('hex'));
    this.#sequence = entry.seq;
    this.#at = entry.at;
    this.entries += 1;
    return entry;
  }

  #audit(entry: Entry, lines: readonly StoredLine[], next: StoredTick | undefined): void {
    this.submissions.logged(entry);
    const prediction = this.#types.get(entry.type)?.(entry, next);
    if (prediction === undefined) {
      this.findings.add(`entry ${entry.seq} has the type ${entry.type}, which nobody may submit`);
      return;
    }
    this.findings.equal(`entry ${entry.seq} (${entry.type}) code`, entry.code, prediction.code);
    this.findings.equal(`entry ${entry.seq} (${entry.type}) result`, entry.result, prediction.result);
    this.accounts.close(entry.seq, lines, this.findings);
    this.#rows.expect(prediction);
    this.publications.expect(entry, prediction.events ?? [], lines);
    this.#count(`${entry.type} ${entry.code}`);
    for (const label of prediction.counts ?? []) this.#count(label);
  }

  #count(label: string): void {
    this.codes.set(label, (this.codes.get(label) ?? 0) + 1);
  }

  #pass(tick: StoredTick): void {
    for (const product of this.products) product.passed?.(tick);
    this.prices.add(tick);
    const needed = this.products.map((product) => product.neededFrom?.(tick.code) ?? Number.MAX_SAFE_INTEGER);
    this.prices.forget(tick.code, Math.min(...needed));
  }

  #placeOf(tick: StoredTick): number {
    const place = this.#places.get(tickName(tick));
    this.findings.check(place !== undefined, () => `tape: ${tickName(tick)} was never given to the core`);
    this.#places.delete(tickName(tick));
    return place ?? this.#sequence;
  }
}
