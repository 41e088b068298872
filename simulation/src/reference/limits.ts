import { type ExpectedAccounts, ofHouse, ofUser } from './accounts.ts';
import type { AuthorityModel, Decision, OperatorBody } from './authority.ts';
import { CODE } from './codes.ts';
import { mustUnits, textOf } from './figures.ts';
import { type EvidenceModel, entryProof, transferProof } from './funding/evidence-model.ts';
import type { KycModel } from './kyc.ts';
import { type ExpectedEvent, type ExpectedRow, type Prediction, refusal } from './prediction.ts';
import type { Product, Reference } from './product.ts';
import type { Entry } from './stored.ts';

type Kind = 'deposit' | 'withdrawal' | 'loan';
type Window = 'day' | 'month' | 'total';
type Row = Readonly<Record<string, unknown>>;

interface LimitUse {
  readonly seq: number;
  readonly at: number;
  readonly worth: bigint;
}
interface Usage {
  readonly since: number;
  /** Everything that was ever counted and not given back. */
  counted: LimitUse[];
  total: bigint;
  /** When something was counted last: what no window reached then is left out of the row. */
  countedAt: number;
}
type Hold = Record<string, unknown> & {
  readonly deposit: number;
  readonly user_id: number;
  readonly asset: string;
  readonly amount: string;
  readonly value_usdt: string | null;
  readonly network: string | null;
  readonly currency: string | null;
  readonly currency_amount: string | null;
  payer: string | null;
  /** Whether operators named it. */
  payer_named: boolean;
  state: string;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Steps by which what a withdrawal counts is free again. */
const GIVEN_BACK: readonly string[] = ['cancelled', 'rejected', 'failed'];
const WINDOWS: readonly Window[] = ['day', 'month', 'total'];
const CODES = { day: CODE.limitDay, month: CODE.limitMonth, total: CODE.limitTotal } as const;

const hourOf = (at: number): number => Math.floor(at / HOUR_MS);
const dayOf = (at: number): number => Math.floor(at / DAY_MS);
const sum = (uses: readonly LimitUse[]): bigint => uses.reduce((total, { worth }) => total + worth, 0n);

/**
 * What each level of identity allows. Keeps every single amount for ever, reads what happened off
 * the rows that other models predict, and moves what is held.
 */
export class LimitsModel implements Product {
  readonly types: Product['types'] = {};
  readonly #reference: Pick<Reference, 'figure' | 'rulesOf'>;
  readonly #accounts: ExpectedAccounts;
  readonly #authority: AuthorityModel;
  readonly #kyc: KycModel;
  readonly #usage = new Map<string, Usage>();
  readonly #holds = new Map<number, Hold>();
  readonly #evidence: () => EvidenceModel;
  #lastAt = 0;

  constructor(
    reference: Pick<Reference, 'accounts' | 'figure' | 'rulesOf'>,
    models: { readonly kyc: KycModel; readonly authority: AuthorityModel; readonly evidence: () => EvidenceModel },
  ) {
    this.#reference = reference;
    this.#accounts = reference.accounts;
    this.#kyc = models.kyc;
    this.#authority = models.authority;
    this.#evidence = models.evidence;
    models.authority.action('deposits.returnHeld', ['owner', 'finance'], (entry) => this.#return(entry));
    models.authority.action('deposits.sentBack', ['owner', 'finance'], (entry) => this.#sentBack(entry));
    models.authority.action('deposits.cancelReturn', ['owner', 'finance'], (entry) => this.#cancelReturn(entry));
    models.authority.action('deposits.releaseHeld', ['owner', 'compliance'], (entry) => this.#release(entry));
  }

  needs(need: (key: string, amount: bigint) => void): void {
    for (const { user_id, asset, amount, state } of this.#holds.values()) {
      if (state === 'held' || state === 'returning') need(ofUser(user_id, 'real', asset, 'held'), mustUnits(amount));
    }
  }

  /** What is held of a deposit above a limit. */
  heldOf(deposit: number): bigint | undefined {
    const hold = this.#holds.get(deposit);
    return hold === undefined || hold.closed_at !== null ? undefined : mustUnits(hold.amount);
  }

  /** Why the person may not have this much more. */
  beyond(user: number, use: { kind: Kind; worth: bigint | null; at: number }): number | undefined {
    if (!this.#counts) return undefined;
    const limits = this.#limits(this.#kyc.levelOf(user), use.kind);
    if (limits.length === 0) return undefined;
    if (use.worth === null) return CODE.closed;
    return this.#exceeded(user, { ...use, worth: use.worth, limits });
  }

  /** The same of what was asked for before. */
  overdrawn(user: number, kind: Kind): number | undefined {
    return this.beyond(user, { kind, worth: 0n, at: this.#lastAt });
  }

  #exceeded(
    user: number,
    use: { kind: Kind; worth: bigint; at: number; limits: readonly (readonly [Window, bigint])[] },
  ): number | undefined {
    const window = this.#windowOf(user, use);
    if (window === undefined) return undefined;
    const isClosed = use.limits.some(([, limit]) => limit === 0n);
    return isClosed && this.#kyc.levelOf(user) === 'none' ? CODE.notVerified : CODES[window];
  }

  #windowOf(
    user: number,
    use: { kind: Kind; worth: bigint; at: number; limits: readonly (readonly [Window, bigint])[] },
  ): Window | undefined {
    const usage = this.#usage.get(`${user}/${use.kind}`);
    const counted = usage?.counted ?? [];
    const used = {
      day: sum(counted.filter(({ at }) => hourOf(use.at) - 24 <= hourOf(at))),
      month: sum(counted.filter(({ at }) => dayOf(use.at) - 30 <= dayOf(at))),
      total: usage?.total ?? 0n,
    };
    return use.limits.find(([window, limit]) => limit < used[window] + use.worth)?.[0];
  }

  get #counts(): boolean {
    return 10 <= this.#reference.rulesOf(undefined);
  }

  #limits(level: string, kind: Kind): readonly (readonly [Window, bigint])[] {
    const table = this.#reference.figure<Readonly<Record<string, string>>>(`parameter.kyc.limits_${level}`, {});
    return WINDOWS.flatMap((window) => {
      const limit = table[`${kind}_${window}`];
      return limit === undefined ? [] : [[window, mustUnits(limit)] as const];
    });
  }

  /** What follows of an entry; called for every one. */
  follow(entry: Entry, prediction: Prediction): Prediction {
    const rows: ExpectedRow[] = [];
    const events: ExpectedEvent[] = [];
    const counts: string[] = [];
    const touched = new Set<string>();
    const add = (user: number, kind: Kind, worth: bigint): void => {
      if (worth === 0n) return;
      const key = `${user}/${kind}`;
      const usage = this.#usage.get(key) ?? { since: entry.seq, counted: [], total: 0n, countedAt: entry.at };
      usage.counted.push({ seq: entry.seq, at: entry.at, worth });
      usage.total += worth;
      usage.countedAt = entry.at;
      this.#usage.set(key, usage);
      touched.add(key);
    };
    const giveBack = (user: number, kind: Kind, use: { seq: number; worth: bigint }): void => {
      const key = `${user}/${kind}`;
      const usage = this.#usage.get(key);
      if (usage === undefined || use.seq < usage.since || use.worth === 0n) return;
      usage.counted = usage.counted.filter(({ seq }) => seq !== use.seq);
      usage.total -= use.worth;
      touched.add(key);
      counts.push(`${kind} given back`);
    };
    if (this.#counts && prediction.code === CODE.done) {
      for (const { table, row } of prediction.rows ?? []) {
        const isNow = stepIn(row)?.seq === entry.seq;
        if (table === 'deposits' && isNow) this.#deposit(entry, row, { add, rows, counts });
        if (table === 'withdrawals' && isNow) {
          const worth = row.value_usdt === null ? 0n : mustUnits(row.value_usdt);
          if (row.id === entry.seq) add(Number(row.user_id), 'withdrawal', worth);
          // A second payment is a later step of one that is over.
          else if (GIVEN_BACK.includes(String(stepIn(row)!.step)))
            giveBack(Number(row.user_id), 'withdrawal', { seq: Number(row.id), worth });
        }
        if (table === 'loans' && isNow) {
          const worth = mustUnits(row.amount);
          if (row.id === entry.seq) add(Number(row.user_id), 'loan', worth);
          else if (row.state === 'cancelled' || row.state === 'rejected')
            giveBack(Number(row.user_id), 'loan', { seq: Number(row.id), worth });
        }
        if (table === 'kyc_states') this.#verified(entry, Number(row.user_id), { add, rows, events, counts });
        if (table === 'deposit_holds' && row.state === 'released')
          add(Number(row.user_id), 'deposit', row.value_usdt === null ? 0n : mustUnits(row.value_usdt));
      }
    }
    this.#lastAt = entry.at;
    for (const key of touched) rows.push(this.#rowOf(key, entry.at));
    if (rows.length === 0) return prediction;
    return {
      ...prediction,
      rows: [...(prediction.rows ?? []), ...rows],
      events: [...(prediction.events ?? []), ...events],
      counts: [...(prediction.counts ?? []), ...counts],
    };
  }

  #rowOf(key: string, at: number): ExpectedRow {
    const [user, kind] = key.split('/') as [string, Kind];
    const { since, counted, total, countedAt } = this.#usage.get(key)!;
    const buckets = (numberOf: (at: number) => number, reach: number): unknown[] => {
      const relevant = counted.filter(({ at: when }) => numberOf(countedAt) - reach <= numberOf(when));
      const grouped = Map.groupBy(relevant, ({ at: when }) => numberOf(when));
      return [...grouped].map(([number, uses]) => [number, textOf(sum(uses))]);
    };
    const row = { user_id: Number(user), kind, since, hours: buckets(hourOf, 24), days: buckets(dayOf, 30) };
    return { table: 'identity_usage', row: { ...row, total: textOf(total), changed_at: at } };
  }

  /** What a step of a deposit means: a credit, a frozen one, one that is back or gone. */
  #deposit(entry: Entry, row: Row, { add, rows, counts }: { add: Add; rows: ExpectedRow[]; counts: string[] }): void {
    const { step } = stepIn(row)!;
    const id = Number(row.id);
    const user = Number(row.user_id);
    const known = this.#holds.get(id);
    const value = row.value_usdt === null ? null : mustUnits(row.value_usdt);
    const level = this.#kyc.levelOf(user);
    if (step === 'credited') {
      const window = this.#keptBack(level, { user, value, at: entry.at });
      if (window === undefined) {
        add(user, 'deposit', value ?? 0n);
        return;
      }
      const hold: Hold = {
        deposit: id,
        user_id: user,
        asset: String(row.asset),
        amount: String(row.credited),
        value_usdt: value === null ? null : textOf(value),
        level,
        exceeds: window,
        state: 'held',
        reference: null,
        steps: [],
        held_at: entry.at,
        closed_at: null,
        network: textIn(row.network),
        currency: textIn(row.currency),
        currency_amount: textIn(row.currency_amount),
        payer: textIn(row.sender),
        payer_named: false,
      };
      this.#holds.set(id, hold);
      this.#move(hold, 'available', 'held');
      rows.push(this.#stepped(hold, entry, 'overLimit'));
      counts.push('credit held above a limit');
      return;
    }
    if (known === undefined || known.closed_at !== null) return;
    if (step === 'frozen') {
      known.state = 'vanished';
      rows.push(this.#stepped(known, entry, 'frozen'));
      counts.push('held credit vanished');
    } else if (step === 'released' && known.state === 'vanished') {
      const window = this.#keptBack(level, { user, value, at: entry.at });
      if (window === undefined) {
        add(user, 'deposit', value ?? 0n);
        rows.push(this.#ended(known, entry, 'released', 'limitReleased'));
      } else {
        Object.assign(known, { state: 'held', level, exceeds: window });
        this.#move(known, 'available', 'held');
        rows.push(this.#stepped(known, entry, 'overLimit'));
      }
    } else if (step === 'vanished' && known.state === 'vanished') {
      rows.push(this.#ended(known, entry, 'reversed', 'vanished'));
    }
  }

  #keptBack(level: string, deposit: { user: number; value: bigint | null; at: number }): Window | undefined {
    const limits = this.#limits(level, 'deposit');
    if (limits.length === 0) return undefined;
    if (deposit.value === null) return limits[0]![0];
    return this.#windowOf(deposit.user, { kind: 'deposit', worth: deposit.value, at: deposit.at, limits });
  }

  #verified(
    entry: Entry,
    user: number,
    { add, rows, events, counts }: { add: Add; rows: ExpectedRow[]; events: ExpectedEvent[]; counts: string[] },
  ): void {
    const level = this.#kyc.levelOf(user);
    const mine = [...this.#holds.values()].filter((hold) => hold.user_id === user && hold.state === 'held');
    for (const hold of mine.sort((left, right) => left.deposit - right.deposit)) {
      const value = hold.value_usdt === null ? null : mustUnits(hold.value_usdt);
      if (this.#keptBack(level, { user, value, at: entry.at }) !== undefined) continue;
      add(user, 'deposit', value ?? 0n);
      this.#move(hold, 'held', 'available');
      rows.push(this.#ended(hold, entry, 'released', 'limitReleased'));
      events.push(eventOf(hold));
      counts.push('held credit let go');
    }
  }

  #move({ user_id, asset, amount }: Hold, from: string, to: string): void {
    this.#accounts.move(ofUser(user_id, 'real', asset, from), ofUser(user_id, 'real', asset, to), mustUnits(amount));
  }

  #stepped(hold: Hold, { seq, at }: Entry, step: string, note: string | null = null): ExpectedRow {
    hold.steps = [...(hold.steps as unknown[]), { step, at, seq, note }];
    return { table: 'deposit_holds', row: { ...hold } };
  }

  #ended(hold: Hold, entry: Entry, state: string, step: string, note: string | null = null): ExpectedRow {
    Object.assign(hold, { state, closed_at: entry.at });
    return this.#stepped(hold, entry, step, note);
  }

  #found(entry: Entry, state: string): Hold | Prediction {
    const { deposit } = entry.body as OperatorBody & { deposit: number };
    const hold = this.#holds.get(deposit);
    if (hold === undefined || hold.closed_at !== null || hold.user_id !== entry.user)
      return refusal(CODE.nothingFound, 'deposit');
    return hold.state === state ? hold : refusal(CODE.final, 'deposit');
  }

  #decision(
    hold: Hold,
    after: object,
    apply: (entry: Entry) => ExpectedRow | ExpectedRow[],
  ): Exclude<Decision, Prediction> {
    const { state, amount, asset, reference, network, currency, currency_amount: currencyAmount } = hold;
    const payer = network === null ? null : hold.payer;
    const before = { state, amount, asset, reference, network, currency, currencyAmount, payer };
    return {
      subject: `deposit ${hold.deposit}`,
      before,
      needsSecond: true,
      after: { ...before, ...after },
      apply: (entry) => {
        const rows = apply(entry);
        const counts = [`held credit: ${hold.state}`];
        return { rows: Array.isArray(rows) ? rows : [rows], events: [eventOf(hold)], counts };
      },
    };
  }

  #return(entry: Entry): Decision {
    const hold = this.#found(entry, 'held');
    if ('code' in hold) return hold as Prediction;
    const to = placeIn(entry);
    const known = hold.payer_named ? null : hold.payer;
    const payer = known ?? to;
    if (payer === null) return refusal(CODE.required, 'to');
    if (to !== null && to.toLowerCase() !== payer.toLowerCase()) return refusal(CODE.paidToOther, 'to');
    const named = hold.network === null ? {} : { payer };
    const isNamed = known === null && 11 <= this.#reference.rulesOf(undefined);
    return this.#decision(hold, { state: 'returning', ...named }, (applied) => {
      Object.assign(hold, { state: 'returning', payer, payer_named: isNamed });
      return this.#stepped(hold, applied, 'returning');
    });
  }

  #sentBack(entry: Entry): Decision {
    const hold = this.#found(entry, 'returning');
    if ('code' in hold) return hold as Prediction;
    const body = entry.body as unknown as PaidBack;
    const reference = String(body.reference).trim();
    if (reference === '') return refusal(CODE.required, 'reference');
    const to = placeIn(entry);
    if (to === null) return refusal(CODE.required, 'to');
    if (to.toLowerCase() !== hold.payer?.toLowerCase()) return refusal(CODE.paidToOther, 'to');
    const { network, currency, currency_amount: paid, deposit } = hold;
    const { output = null, valueDate = null, compared = [] } = body;
    if (network === null && valueDate === null) return refusal(CODE.required, 'valueDate');
    const proof =
      network === null
        ? entryProof(String(currency), String(valueDate), String(paid), reference)
        : transferProof(network, reference, output);
    const evidence = this.#evidence();
    if (evidence.isKnown(proof)) return refusal(CODE.evidenceUsed, 'reference');
    const fault = evidence.fault(proof, deposit, { field: 'reference', compared });
    if (fault !== undefined) return fault;
    return this.#decision(hold, { state: 'returned', reference }, (applied) => {
      const held = ofUser(hold.user_id, 'real', hold.asset, 'held');
      this.#accounts.move(held, ofHouse('real', hold.asset, 'external'), mustUnits(hold.amount));
      hold.reference = reference;
      const bound = evidence.bind(proof, applied, { kind: 'deposit', subject: deposit, user: hold.user_id });
      return [this.#ended(hold, applied, 'returned', 'returned', reference), ...bound];
    });
  }

  /** Held again, or free where it would be if it arrived now. */
  #cancelReturn(entry: Entry): Decision {
    const hold = this.#found(entry, 'returning');
    if ('code' in hold) return hold as Prediction;
    if (this.#authority.isAsked('deposits.sentBack', hold.deposit, entry.at)) {
      return { ...refusal(CODE.paymentBackWaits, 'deposit'), counts: ['return of a held credit kept: paid, they say'] };
    }
    const level = this.#kyc.levelOf(hold.user_id);
    const value = hold.value_usdt === null ? null : mustUnits(hold.value_usdt);
    const window = this.#keptBack(level, { user: hold.user_id, value, at: entry.at });
    const payer = hold.payer_named ? null : hold.payer;
    const named = hold.network === null ? {} : { payer };
    const state = window === undefined ? 'released' : 'held';
    return this.#decision(hold, { state, ...named }, (applied) => {
      Object.assign(hold, { payer, payer_named: false });
      if (window === undefined) {
        this.#move(hold, 'held', 'available');
        return this.#ended(hold, applied, 'released', 'limitReleased');
      }
      Object.assign(hold, { state, level, exceeds: window });
      return this.#stepped(hold, applied, 'returnCancelled');
    });
  }

  #release(entry: Entry): Decision {
    const hold = this.#found(entry, 'held');
    if ('code' in hold) return hold as Prediction;
    const level = this.#kyc.levelOf(hold.user_id);
    const value = hold.value_usdt === null ? null : mustUnits(hold.value_usdt);
    const exceeded = this.#keptBack(level, { user: hold.user_id, value, at: entry.at });
    if (exceeded !== undefined && level !== 'full') return refusal(CODE.notVerified, 'deposit');
    return this.#decision(hold, { state: 'released' }, (applied) => {
      this.#move(hold, 'held', 'available');
      return this.#ended(hold, applied, 'released', 'limitReleased');
    });
  }
}

interface PaidBack {
  readonly reference: string;
  readonly output?: number | null;
  readonly valueDate?: string | null;
  readonly compared?: readonly number[];
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);
/** Where it goes, as the command names it. */
const placeIn = ({ body }: Entry): string | null => {
  const { to } = body as { readonly to?: string | null };
  return to == null || to.trim() === '' ? null : to.trim();
};

type Add = (user: number, kind: Kind, worth: bigint) => void;

const stepIn = (row: Row): { readonly step: string; readonly seq: number } | undefined =>
  (row.steps as readonly { step: string; seq: number }[] | undefined)?.at(-1);

const eventOf = ({ user_id, deposit, asset }: Hold): ExpectedEvent => ({
  userId: user_id,
  book: 'real',
  kind: 'deposit',
  data: { id: deposit, state: 'approved', asset },
});
