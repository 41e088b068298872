import { createHash } from 'node:crypto';
import type { Holds, Schedule } from '../schedule.ts';
import { AccountDataModel } from './account-data.ts';
import { ExpectedAccounts } from './accounts.ts';
import { AlertsModel } from './alerts.ts';
import { AuthorityModel } from './authority.ts';
import { checkAccounts, checkHoldings, checkOutside } from './balance-sheet.ts';
import { ContractsModel } from './contracts/contracts-model.ts';
import { ConvertModel } from './convert/convert-model.ts';
import { FeeTiersModel } from './fee-tiers.ts';
import { Findings } from './findings.ts';
import { DepositsModel } from './funding/deposits-model.ts';
import { WithdrawalsModel } from './funding/withdrawals-model.ts';
import { GuardModel } from './guard.ts';
import { HitsModel } from './hits.ts';
import { HouseModel } from './house.ts';
import { HouseStockModel } from './house-stock.ts';
import { KycModel } from './kyc.ts';
import { LimitsModel } from './limits.ts';
import { LoansModel } from './loans/loans-model.ts';
import { NftsModel } from './nfts.ts';
import { OptionsModel } from './options/options-model.ts';
import { PlansModel } from './plans/plans-model.ts';
import type { Prediction } from './prediction.ts';
import { Prices } from './prices.ts';
import type { Predict, Product, Reference } from './product.ts';
import { Publications } from './publications.ts';
import { ReferralsModel } from './referrals.ts';
import { RowBook } from './row-book.ts';
import { RulesModel } from './rules.ts';
import { heldFact, sessionEnd } from './sessions.ts';
import { SpotModel } from './spot/spot-model.ts';
import {
  type Commit,
  type Entry,
  type StoredAccount,
  type StoredLine,
  type StoredRow,
  type StoredTick,
  tickName,
} from './stored.ts';
import { Submissions } from './submissions.ts';
import { TermsModel } from './terms.ts';

/**
 * An independent model of the whole core. It reads what became durable, in order, and predicts each
 * entry's answer, postings, rows and events. It shares no code and no objects with the core.
 */
export class Auditor {
  readonly findings = new Findings();
  readonly submissions = new Submissions(this.findings);
  readonly publications: Publications;
  readonly accounts = new ExpectedAccounts();
  readonly prices = new Prices(this.findings);
  /** In the order ticks and time reach them. */
  readonly products: readonly Product[];
  readonly #types = new Map<string, Predict>();
  readonly #rows: RowBook;
  readonly #authority: AuthorityModel;
  readonly #referrals: ReferralsModel;
  readonly #limits: LimitsModel;
  readonly #stock: HouseStockModel;
  /** The entry after which each tick was sequenced. */
  readonly #places = new Map<string, number>();
  #sequence = 0;
  #hash = Buffer.alloc(32);
  #at = 0;
  entries = 0;
  readonly codes = new Map<string, number>();

  /** `keys`: the key columns of each table. */
  constructor(options: {
    schedules: ReadonlyMap<string, Schedule>;
    holds: ReadonlyMap<string, Holds | undefined>;
    keys: ReadonlyMap<string, readonly string[]>;
  }) {
    const { accounts, prices, findings } = this;
    const hits = new HitsModel(findings);
    const reference: Reference = {
      accounts,
      prices,
      findings,
      hits,
      sessionEnd: (code, at) => sessionEnd(options.schedules.get(code), at),
      heldFact: (code, at) => heldFact(options.holds.get(code), at),
      figure: (name, first) => rules.figure(name, first),
      rulesOf: (named) => rules.versionOf(named),
      lastPriceFact: (code, { at }, fact) => {
        const held = heldFact(options.holds.get(code), at);
        const isBehind = held.held === undefined && fact?.held === 'behind' && hits.hasAnyOf(code);
        return isBehind ? { held: 'behind' } : held;
      },
      wasAnswered: (quoteId, answer) => this.submissions.wasAnswered(quoteId, answer),
      isFrozen: (user) => authority.isFrozen(user),
      heldOf: (deposit) => limits.heldOf(deposit),
      beyondLimit: (user, use) => limits.beyond(user, use),
      beyondStock: (entry, claim) => stock.beyond(entry, claim),
      overdrawn: (user) => limits.overdrawn(user, 'withdrawal'),
      owesLoan: (user) => loans.isOpen(user),
      feeTierOf: (user, book) => feeTiers.of(user, book),
      feeDiscountOf: (user, book) => feeTiers.discountOf(user, book),
    };
    const rules = new RulesModel();
    const stock = new HouseStockModel(reference);
    this.#stock = stock;
    const feeTiers = new FeeTiersModel(reference);
    const authority = new AuthorityModel(reference);
    this.#authority = authority;
    const sales = new OptionsModel(reference);
    const contracts = new ContractsModel(reference);
    const convert = new ConvertModel(reference);
    const spot = new SpotModel(reference, convert);
    const kyc = new KycModel(reference, authority);
    const limits = new LimitsModel(reference, { kyc, authority, evidence: () => deposits.evidence });
    this.#limits = limits;
    const deposits = new DepositsModel(reference, authority);
    const loans = new LoansModel(reference, authority, kyc);
    const withdrawals = new WithdrawalsModel(reference, authority, { deposits, kyc, loans });
    this.#referrals = new ReferralsModel(reference, { authority, kyc, feeTiers });
    this.products = [
      new HouseModel(reference, () => this.products),
      sales,
      contracts,
      spot,
      convert,
      stock,
      new PlansModel(reference, authority, (asset) => contracts.neededOf('real', asset)),
      new AlertsModel(reference),
      feeTiers,
      rules,
      new GuardModel(),
      hits,
      new TermsModel(reference, authority, {
        options: sales,
        contracts,
        spot,
        convert,
        feeTiers,
        referrals: this.#referrals,
      }),
      this.#referrals,
      kyc,
      limits,
      deposits,
      loans,
      withdrawals,
      new NftsModel(reference, authority),
      new AccountDataModel(reference, { authority, kyc, deposits }),
      // Last: the others have told it of their operators' commands.
      authority,
    ];
    for (const { types } of this.products) {
      for (const [type, predict] of Object.entries(types)) this.#types.set(type, predict);
    }
    this.#rows = new RowBook(options.keys, findings);
    this.publications = new Publications(prices, findings);
  }

  /**
   * Checks everything answered and published so far, after `observe` has read everything durable.
   */
  async checkPublished(observe: () => Promise<void>, options: { quiet: boolean }): Promise<void> {
    this.submissions.holdUnchecked();
    this.publications.holdUnchecked();
    await observe();
    this.submissions.checkHeld();
    this.publications.checkHeld(options);
  }

  /** The same for a backing that feeds the auditor on each write. */
  checkPublishedNow(): void {
    this.submissions.holdUnchecked();
    this.publications.holdUnchecked();
    this.submissions.checkHeld();
    this.publications.checkHeld({ quiet: false });
  }

  tickSequenced(tick: StoredTick, afterSeq: number): void {
    this.#places.set(tickName(tick), afterSeq);
  }

  /** New durable content: entries and ticks, each in order. */
  commit({ entries, lines, ticks }: Commit): void {
    const bySeq = Map.groupBy(lines, (line) => line.seq);
    const waiting = ticks.map((tick) => ({ tick, place: this.#placeOf(tick) }));
    let applied = 0;
    for (const { text, hash } of entries) {
      const entry = this.#read(text, hash);
      while (applied < waiting.length && waiting[applied]!.place < entry.seq) this.#applyTick(waiting[applied++]!.tick);
      this.#audit(entry, bySeq.get(entry.seq) ?? [], waiting[applied]?.tick);
      bySeq.delete(entry.seq);
    }
    while (applied < waiting.length) this.#applyTick(waiting[applied++]!.tick);
    for (const seq of bySeq.keys()) this.findings.add(`postings of ${seq} belong to no command`);
  }

  /** Compares the rows of a commit, or of the whole store, with the expected ones. */
  checkRows(rows: Iterable<StoredRow>, options: { whole: boolean }): void {
    this.#rows.check(rows, options);
  }

  /**
   * The whole ledger: balances as expected, sums zero, nothing negative, holds and reserves as live
   * orders need.
   */
  checkLedger(accounts: readonly StoredAccount[]): void {
    checkAccounts(accounts, this.accounts.balances, this.findings);
    checkHoldings(accounts, this.products, this.findings);
  }

  isBehind(at: number): boolean {
    return this.products.some((product) => product.isBehind?.(at) === true);
  }

  /** When the core is idle and knows the time. */
  checkNothingOverdue(at: number): void {
    for (const product of this.products) product.checkNothingOverdue?.(at);
  }

  /** Compares the balances a commit changed. */
  checkBalances(accounts: readonly StoredAccount[]): void {
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
    let prediction: Prediction | undefined;
    try {
      prediction = this.#authority.refusalOf(entry) ?? this.#types.get(entry.type)?.(entry, next);
      if (prediction !== undefined) prediction = this.#limits.follow(entry, this.#referrals.follow(entry, prediction));
      if (prediction !== undefined) prediction = this.#stock.follow(entry, prediction);
    } catch (error) {
      // Thrown through the store, it would look as if the core had lost the entry.
      this.findings.add(`entry ${entry.seq} (${entry.type}) fails the model: ${(error as Error).stack}`);
      return;
    }
    if (prediction === undefined) {
      this.findings.add(`entry ${entry.seq} has the unknown type ${entry.type}`);
      return;
    }
    this.findings.equal(`entry ${entry.seq} (${entry.type}) code`, entry.code, prediction.code);
    this.findings.equal(`entry ${entry.seq} (${entry.type}) result`, entry.result, prediction.result);
    this.accounts.checkEntry(entry.seq, lines, this.findings);
    checkOutside(entry, lines, this.findings);
    this.#rows.expect(prediction);
    this.publications.expect(entry, prediction.events ?? [], lines);
    this.#count(`${entry.type} ${entry.code}`);
    for (const label of prediction.counts ?? []) this.#count(label);
  }

  #count(label: string): void {
    this.codes.set(label, (this.codes.get(label) ?? 0) + 1);
  }

  #applyTick(tick: StoredTick): void {
    for (const product of this.products) product.afterTick?.(tick);
    this.prices.add(tick);
    const needed = this.products.map((product) => product.oldestTickNeeded?.(tick.code) ?? Number.MAX_SAFE_INTEGER);
    this.prices.forget(tick.code, Math.min(...needed));
  }

  #placeOf(tick: StoredTick): number {
    const place = this.#places.get(tickName(tick));
    this.findings.check(place !== undefined, () => `tape: ${tickName(tick)} was never submitted to the core`);
    this.#places.delete(tickName(tick));
    return place ?? this.#sequence;
  }
}
