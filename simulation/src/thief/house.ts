import type { OperatorStamp } from '@glasshouse/server/authority/stamp';
import { partsOf } from '@glasshouse/server/kernel/core/accounts';
import type { CommandAnswer, CoreModule, Json } from '@glasshouse/server/kernel/core/types';
import { MemoryStore } from '@glasshouse/server/kernel/testing/memory-store';
import { depositsOf } from '@glasshouse/server/money/deposits/slice';
import { type Fields, OTHER, USER } from '@glasshouse/server/money/funding/testing/funding-fixture';
import { payeeDigest } from '@glasshouse/server/money/withdrawals/payee-digest';
import { withdrawalsOf } from '@glasshouse/server/money/withdrawals/slice';
import { loansOf } from '@glasshouse/server/products/loans/slice';
import { LoansFixture } from '@glasshouse/server/products/loans/testing/fixture';
import { MODULES } from '@glasshouse/server/runtime/modules';
import type { Random } from '../random.ts';

/** The accomplice first. */
export const PEOPLE = [USER, OTHER] as const;
export const ACCOMPLICE = USER;
/** Operators by their place: two honest owners, an honest payer, and the thief. */
const FIRST = 0;
const SECOND = 1;
const PAYER = 2;
const THIEF = 3;
const ACCEPTED = 200;
/** Prices never move, so that what somebody has is worth the same at any time. */
const WORTH: Readonly<Record<string, bigint>> = { USDT: 1n, BTC: 100_000n, ETH: 3_200n };
const UNIT = 100_000_000n;
/** What the accomplice has at the beginning: 10,000 USDT and two BTC. */
const BEGINNING = 210_000n * UNIT;
const REASON = 'seen and checked';

const unitsOf = (amount: string): bigint => {
  const [whole = '0', part = ''] = amount.split('.');
  return BigInt(whole) * UNIT + BigInt(part.padEnd(8, '0').slice(0, 8));
};

/** Everything that a house of honest people does, and the account of what is really in it. */
export class House {
  readonly core: LoansFixture;
  readonly random: Random;
  /** Numbers of withdrawals that were asked for, and whose they are. */
  readonly withdrawals: { readonly id: number; readonly userId: number }[] = [];
  readonly deposits: { readonly id: number; readonly userId: number }[] = [];
  readonly loans: number[] = [];
  /** Requests that wait for a second person. */
  readonly requests: { readonly request: number; readonly userId: number; readonly isHonest: boolean }[] = [];
  /** How often each command of the thief ended how: `done`, `waiting` or the code of a refusal. */
  readonly outcomes = new Map<string, number>();
  readonly #brought = new Map<number, bigint>([[ACCOMPLICE, BEGINNING]]);
  readonly #paid = new Map<number, bigint>();
  /** Real transfers that are not credited yet. */
  readonly #uncredited = new Map<number, { readonly userId: number; readonly amount: bigint }>();
  #transfers = 0;

  private constructor(core: LoansFixture, random: Random) {
    this.core = core;
    this.random = random;
  }

  static async open(random: Random, roles: readonly string[], modules: readonly CoreModule[] = MODULES) {
    const store = new MemoryStore(MODULES);
    store.keepHistory = false;
    const core = await LoansFixture.begin('full', store, modules);
    const add = async (name: string, its: readonly string[]): Promise<void> => {
      const added = await core.harness.internal('operator.add', { name, roles: [...its] }, `operator:${name}`);
      core.operators.push((added.result as { operator: number }).operator);
    };
    await add('payer', ['finance']);
    await add('thief', roles);
    return new House(core, random);
  }

  get now(): number {
    return this.core.harness.now;
  }

  /** The thief acts, now and then under another session or from another device. */
  async steal(userId: number, type: string, fields: Fields): Promise<CommandAnswer> {
    const { random } = this;
    const own = this.core.stamp(THIEF);
    const by: OperatorStamp = random.chance(0.1)
      ? { ...own, session: own.session + 1, device: 'another device', credential: 'another credential' }
      : own;
    const answer = await this.core.command(userId, type, { ...fields, by, reason: REASON } as Json);
    this.#remember(answer, { userId, isHonest: false });
    const how =
      answer.code === ACCEPTED ? ((answer.result as { state?: string } | null)?.state ?? 'done') : answer.code;
    const key = `${type} ${how}`;
    this.outcomes.set(key, (this.outcomes.get(key) ?? 0) + 1);
    return answer;
  }

  /** What the payout looks like in the database. */
  shown(id: number): string {
    const row = withdrawalsOf(this.core.harness.sequencer.state).withdrawals.get(id);
    return row === undefined ? '' : payeeDigest(row);
  }

  /** Withdrawals that are not over. */
  underWay(): readonly { readonly id: number; readonly userId: number }[] {
    return this.withdrawals.slice(-40).filter(({ id }) => this.#stateOf(id) !== undefined);
  }

  /** The treasury signs each file that the console hands out, and pays what is in it. */
  sign(answer: CommandAnswer, ids: readonly number[]): void {
    if (answer.code !== ACCEPTED || (answer.result as { state?: string }).state !== 'done') return;
    const { withdrawals } = withdrawalsOf(this.core.harness.sequencer.state);
    for (const id of ids) {
      const row = withdrawals.get(id);
      if (row === undefined) continue;
      const worth = unitsOf(row.received) * (WORTH[row.asset] ?? 0n);
      this.#paid.set(row.user_id, (this.#paid.get(row.user_id) ?? 0n) + worth);
    }
  }

  /** One thing that happens in the house anyway. */
  async live(): Promise<void> {
    const { random } = this;
    await random.weighted([
      [4, () => this.#transfer(random.pick(PEOPLE))],
      [4, () => this.#request(random.pick(PEOPLE))],
      [3, () => this.#reviewHonestly()],
      [3, () => this.#payHonestly()],
      [4, () => this.#decideHonestly()],
      [1, () => this.#pass()],
    ] as const)();
  }

  /**
   * By how much each has more than they brought, counting what they were paid: 0 or less, and never
   * more than before, as fees and interest only make it less.
   */
  gains(): { readonly userId: number; readonly gain: bigint }[] {
    this.#countCredits();
    return PEOPLE.map((userId) => {
      const paid = (this.#paid.get(userId) ?? 0n) - this.#underWay(userId);
      const has = this.#worthOf(userId) + paid - this.#owedBy(userId);
      return { userId, gain: has - (this.#brought.get(userId) ?? 0n) };
    });
  }

  #countCredits(): void {
    const { deposits } = depositsOf(this.core.harness.sequencer.state);
    for (const [id, { userId, amount }] of [...this.#uncredited]) {
      const state = deposits.get(id)?.state;
      if (state === 'reviewing' || state === 'confirming') continue;
      this.#uncredited.delete(id);
      if (state === 'approved') this.#brought.set(userId, (this.#brought.get(userId) ?? 0n) + amount);
    }
  }

  #worthOf(userId: number): bigint {
    let worth = 0n;
    for (const [key, { balance }] of this.core.harness.sequencer.state.accounts) {
      if (!key.startsWith(`u${userId}/real/`)) continue;
      worth += balance * (WORTH[partsOf(key).asset] ?? 0n);
    }
    return worth;
  }

  /** Paid by the treasury, and still on hold until somebody marks it as sent. */
  #underWay(userId: number): bigint {
    let worth = 0n;
    for (const row of withdrawalsOf(this.core.harness.sequencer.state).withdrawals.values()) {
      if (row.user_id !== userId || row.state !== 'approved' || row.file === null) continue;
      worth += unitsOf(row.received) * (WORTH[row.asset] ?? 0n);
    }
    return worth;
  }

  #owedBy(userId: number): bigint {
    let owed = 0n;
    for (const { user_id, state, principal } of loansOf(this.core.harness.sequencer.state).loans.values()) {
      if (user_id === userId && state !== 'pending') owed += unitsOf(principal);
    }
    return owed;
  }

  #remember(answer: CommandAnswer, requester: { readonly userId: number; readonly isHonest: boolean }): void {
    const result = answer.result as { state?: string; request?: number } | null;
    if (answer.code === ACCEPTED && result?.state === 'waiting')
      this.requests.push({ request: Number(result.request), ...requester });
  }

  /** An honest operator acts. */
  async #operate(userId: number, type: string, fields: Fields, operator: number): Promise<CommandAnswer> {
    const answer = await this.core.operate(userId, type, fields, operator);
    this.#remember(answer, { userId, isHonest: true });
    return answer;
  }

  /** A transfer that the watcher sees, and that is there. */
  async #transfer(userId: number): Promise<void> {
    this.#transfers += 1;
    const hash = `0x${String(this.#transfers).padStart(64, 'f')}`;
    const amount = String(this.random.int(200, 6_000));
    const seen = await this.core.seen(userId, { hash, amount });
    if (seen.code !== ACCEPTED) return;
    const { id } = seen.result as { id: number };
    this.deposits.push({ id, userId });
    this.#uncredited.set(id, { userId, amount: unitsOf(amount) });
    await this.core.confirmed(userId, { hash });
  }

  async #request(userId: number): Promise<void> {
    const amount = String(this.random.pick([60, 900, 4_000, 9_999]));
    const answer = await this.core.request(userId, { amount, address: `0x${'d'.repeat(38)}${userId + 10}` });
    if (answer.code === ACCEPTED) this.withdrawals.push({ id: (answer.result as { id: number }).id, userId });
  }

  /** Credits what was seen, and approves what was asked for. */
  async #reviewHonestly(): Promise<void> {
    for (const [id, { userId }] of [...this.#uncredited].slice(-3)) {
      const body = { id, decision: 'approve', rejection: null, note: null, arrived: null, hash: null };
      await this.#operate(userId, 'deposits.review', body, FIRST!);
    }
    const open = this.withdrawals.filter(({ id }) => this.#stateOf(id) === 'pending');
    for (const { id, userId } of open.slice(0, 2)) {
      const body = { id, decision: 'approve', rejection: null, note: null, shown: this.shown(id) };
      await this.#operate(userId, 'withdrawals.review', body, FIRST!);
    }
  }

  #stateOf(id: number): string | undefined {
    return withdrawalsOf(this.core.harness.sequencer.state).withdrawals.get(id)?.state;
  }

  /** Batch, file, payment, and the watcher's word that it has arrived. */
  async #payHonestly(): Promise<void> {
    const { state } = this.core.harness.sequencer;
    const rows = this.withdrawals.flatMap(({ id }) => withdrawalsOf(state).withdrawals.get(id) ?? []);
    const ready = rows.filter(({ state: its, batch }) => its === 'approved' && batch === null).slice(0, 3);
    for (const { id } of ready) {
      const made = await this.#operate(0, 'withdrawals.batch', { ids: [id], shown: [this.shown(id)] }, PAYER!);
      if (made.code === ACCEPTED) await this.export(id, PAYER!);
    }
    const inFiles = rows.filter(({ state: its, file }) => its === 'approved' && file !== null).slice(0, 3);
    for (const { id, user_id } of inFiles) {
      const sent = { id, hash: `0xpaid${id}`, shown: this.shown(id) };
      await this.#operate(user_id, 'withdrawals.sent', sent, PAYER!);
    }
    for (const { id, user_id, tx_hash, received } of rows.filter((row) => row.state === 'sent').slice(0, 3)) {
      const payment = { output: id % 40, amount: received, at: this.now };
      const word = { id, hash: tx_hash ?? '', shown: this.shown(id), outcome: 'confirmed', payment };
      await this.core.command(user_id, 'withdrawals.confirmed', word as unknown as Json);
    }
  }

  /** By an honest operator, or by the thief. */
  async export(id: number, operator: number | 'thief'): Promise<void> {
    const { withdrawals, lastFile } = withdrawalsOf(this.core.harness.sequencer.state);
    const batch = withdrawals.get(id)?.batch ?? 0;
    const body = {
      number: lastFile + 1,
      batch,
      format: 'safe',
      ids: [id],
      shown: [this.shown(id)],
      digest: 'ab'.repeat(32),
      payments: 'cd'.repeat(32),
    };
    const answer =
      operator === 'thief'
        ? await this.steal(0, 'withdrawals.export', body)
        : await this.#operate(0, 'withdrawals.export', body, operator);
    this.sign(answer, [id]);
  }

  /** The second owner approves what an honest colleague asked for, and refuses the thief. */
  async #decideHonestly(): Promise<void> {
    for (const { request, userId, isHonest } of this.requests.splice(0, 3)) {
      const verdict = isHonest ? 'approve' : 'reject';
      await this.core.operate(userId, 'request.decide', { request, verdict }, SECOND!);
    }
  }

  /** Hours pass, with prices. */
  async #pass(): Promise<void> {
    this.core.harness.now += this.random.int(1, 12) * 3_600_000;
    await this.core.prices();
    this.core.harness.sequencer.time();
    await this.core.settled();
  }
}
