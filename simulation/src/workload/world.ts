import { balanceOf } from '@glasshouse/server/kernel/core/state';
import { FencedError } from '@glasshouse/server/kernel/core/store';
import type { CoreModule } from '@glasshouse/server/kernel/core/types';
import { levelsOf } from '@glasshouse/server/kyc-levels/slice';
import { withdrawalsOf } from '@glasshouse/server/money/withdrawals/slice';
import { MODULES } from '@glasshouse/server/runtime/modules';
import type { Mutant } from '../mutants/mutant.ts';
import { Random } from '../random.ts';
import { Auditor } from '../reference/auditor.ts';
import type { Backing, BackingParts } from '../store/backing.ts';
import { Delays } from '../store/delays.ts';
import { Faults, InjectedFailure } from '../store/faults.ts';
import { MemoryBacking } from '../store/memory-backing.ts';
import { Callers } from './callers.ts';
import { Clocks } from './clocks.ts';
import { CommandFactory } from './command-factory.ts';
import { Commands } from './commands.ts';
import { depositsModule } from './deposits.ts';
import { SimFeed } from './feed.ts';
import { correctGapEndedAt } from './gaps.ts';
import { checkReplay } from './replay-check.ts';
import { Run } from './run.ts';
import { focusOf, lends, type Product, passesDays, type Scenario, scenarioOf, withMarketOf } from './scenario.ts';

export const SIMULATED_MODULES: readonly CoreModule[] = [...MODULES, depositsModule];

type MakeBacking = (parts: BackingParts) => Backing;

export interface WorldReport {
  readonly seed: number;
  readonly findings: readonly string[];
  /** The last events, for debugging. */
  readonly trace: readonly string[];
  readonly figures: {
    readonly commands: number;
    readonly days: number;
    readonly entries: number;
    readonly ticks: number;
    readonly events: number;
    readonly answers: number;
    readonly starts: number;
    readonly reloads: number;
    readonly failures: number;
  };
  /** Count of each answer and outcome. */
  readonly codes: ReadonlyMap<string, number>;
}

const STEPS_BETWEEN_AUDITS = 400;
const TRACE_MAX = 40;
const DRAIN_TURNS_MAX = 2_000;
const TICK_BATCHES_MAX = 5;
/** Chance that a crash is followed by days of downtime. */
const OUTAGE = 0.1;
/** Chance per step that the state is signed, and that a core starts from such a state. */
const SIGNING = 0.01;
const RECOVERY = 0.4;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** In worlds of plans and loans: chance per step that hours or days pass. */
const LEAP = 0.12;
const LEAP_HOURS_MAX = 10 * 24;
/** In worlds of years. */
const LEAP_OF_YEARS = 0.5;
const LOOKS = 0.4;
const LOOK_MS = 61_000;
/** Time events after which all that was due must be done. */
const ROUNDS_MAX = 3_000;

/**
 * One small world, from an empty store to the final audit. The seed determines everything in it.
 */
export class World {
  readonly #seed: number;
  readonly #commandsMax: number;
  readonly #endsAt: number;
  readonly #mutant: Mutant;
  readonly #random: Random;
  readonly #scenario: Scenario;
  readonly #modules: readonly CoreModule[];
  readonly #auditor: Auditor;
  readonly #backing: Backing;
  readonly #delays: Delays;
  readonly #faults: Faults;
  readonly #commands: Commands;
  readonly #callers: Callers;
  readonly #feed: SimFeed;
  readonly #trace: string[] = [];
  readonly #clocks: Clocks;
  /** Of its own, so that signing changes nothing else in a world. */
  readonly #choices: Random;
  #run: Run;
  readonly #zombies: Run[] = [];
  #runs = 0;
  #reloads = 0;
  #ticks = 0;

  constructor(options: {
    seed: number;
    commands: number;
    /** Simulated days that it lasts at least. */
    days?: number | undefined;
    mutant?: Mutant;
    backing?: MakeBacking;
    focus?: Product | undefined;
  }) {
    this.#seed = options.seed;
    this.#commandsMax = options.commands;
    this.#mutant = options.mutant ?? { name: 'none' };
    this.#random = new Random(options.seed);
    this.#choices = new Random(options.seed ^ 0x5161);
    const scenario = scenarioOf(options.seed);
    const focus = options.focus ?? this.#mutant.focus ?? focusOf(options.seed, scenario);
    this.#scenario = { ...withMarketOf(focus, scenario), focus };
    const { instruments, gridMs, limits, startAt, faults } = this.#scenario;
    this.#endsAt = startAt + (options.days ?? 0) * DAY_MS;
    this.#modules = this.#mutant.modules?.(SIMULATED_MODULES) ?? SIMULATED_MODULES;
    const schedules = new Map(instruments.map(({ code, schedule }) => [code, schedule]));
    const holds = new Map(instruments.map(({ code, holds }) => [code, holds]));
    const keys = new Map(SIMULATED_MODULES.flatMap(({ tables }) => tables).map(({ table, key }) => [table, key]));
    this.#auditor = new Auditor({ schedules, holds, keys });
    const { seed } = options;
    const trustsWall = this.#mutant.trustsWall === true;
    this.#clocks = new Clocks({ seed, startAt, findings: this.#auditor.findings, trustsWall });
    const make = options.backing ?? ((parts) => new MemoryBacking(parts));
    this.#backing = make({
      modules: this.#modules,
      auditor: this.#auditor,
      mutant: this.#mutant,
    });
    this.#delays = new Delays(this.#random.fork());
    this.#faults = new Faults(this.#random.fork(), faults);
    this.#feed = new SimFeed({ instruments, random: this.#random.fork(), gridMs });
    const midOf = (code: string): number => this.#feed.midOf(code);
    const factory = new CommandFactory({
      random: this.#random.fork(),
      scenario: this.#scenario,
      midOf,
      payouts: () => (this.#run.state === 'serving' ? withdrawalsOf(this.#run.sequencer.state) : undefined),
      holds: () => (this.#run.state === 'serving' ? levelsOf(this.#run.sequencer.state).holds : undefined),
      balanceOf: (account) => (this.#run.state === 'serving' ? balanceOf(this.#run.sequencer.state, account) : 0n),
    });
    this.#commands = new Commands(factory);
    const { submissions } = this.#auditor;
    this.#callers = new Callers({
      random: this.#random.fork(),
      submissions,
      limits,
      isRefused: (input) => this.#faults.isRefused(input),
      onAnswer: (input, answer) => factory.remember(input, answer),
    });
    this.#run = this.#start();
  }

  async run(): Promise<WorldReport> {
    const opening = this.#commands.opening();
    while (!this.#failed && 0 < opening.length) {
      await this.#drain();
      this.#callers.submit(this.#run, opening.shift()!);
    }
    for (let step = 1; !this.#failed && !this.#isOver; step += 1) {
      await this.#step();
      if (step % STEPS_BETWEEN_AUDITS === 0) await this.#quiesceAndAudit();
    }
    if (!this.#failed) await this.#quiesceAndAudit();
    if (!this.#failed) await this.#finalAudit();
    await this.#run.crash({ arrives: false });
    return this.#report();
  }

  get #now(): number {
    return this.#clocks.now();
  }

  get #isOver(): boolean {
    return this.#commandsMax <= this.#callers.submitted && this.#endsAt <= this.#now;
  }

  get #failed(): boolean {
    return 0 < this.#auditor.findings.list.length;
  }

  async #step(): Promise<void> {
    const random = this.#random;
    const { crash, takeover, burstMax, gridMs, stepMsMax, tickChance } = this.#scenario;
    this.#clocks.pass(random.int(0, stepMsMax / gridMs) * gridMs);
    const { focus } = this.#scenario;
    if (passesDays(focus) && random.chance(focus === 'years' ? LEAP_OF_YEARS : LEAP))
      this.#clocks.pass(random.int(1, LEAP_HOURS_MAX) * HOUR_MS);
    // Long enough that pledges are looked at again, with prices of now.
    if (lends(focus) && random.chance(LOOKS)) this.#clocks.pass(LOOK_MS);
    if (this.#run.state === 'ended') await this.#startAgain();
    else if (random.chance(crash)) await this.#crash();
    else if (random.chance(this.#backing.cutChance)) await this.#backing.disconnect();
    else if (random.chance(this.#run.store.isHanging ? 0.1 : takeover)) await this.#takeOver();
    if (this.#run.state === 'serving') {
      if (random.chance(0.7)) this.#tick(tickChance);
      if (random.chance(0.5)) this.#run.sequencer.time();
      if (random.chance(0.5)) this.#callers.resubmitOrphans(this.#run, random.int(1, 30));
      const burst = random.chance(0.02) ? burstMax * 10 : random.int(0, burstMax);
      for (let count = 0; count < burst; count += 1) {
        if (random.chance(0.06)) this.#callers.resubmit(this.#run);
        else this.#callers.submit(this.#run, this.#commands.next());
      }
    }
    if (this.#choices.chance(SIGNING)) await this.#backing.sign();
    await this.#endZombies();
    this.#delays.step();
    await this.#backing.turn(this.#random.next());
    await this.#auditor.checkPublished(() => this.#backing.observe(), { quiet: false });
  }

  /** Stops failures and delays, lets all pending work finish, then audits everything. */
  async #quiesceAndAudit(): Promise<void> {
    // A run that another owner has fenced learns of it from the first batch it sends, and is
    // replaced. Its successor knows neither the time nor a price until it is told.
    for (let timed: Run | undefined; timed !== this.#run && !this.#failed; ) {
      await this.#drain();
      timed = this.#run;
      timed.sequencer.time();
      this.#tick(1);
      await this.#drain();
    }
    await this.#catchUp();
    const { findings } = this.#auditor;
    await this.#auditor.checkPublished(() => this.#backing.observe(), { quiet: true });
    this.#auditor.checkNothingOverdue(this.#now);
    this.#auditor.checkLedger(await this.#backing.accounts());
    if (this.#run.state === 'serving') await this.#backing.checkRecovered(this.#run.sequencer.state);
    findings.check(this.#callers.waiting === 0, () => `${this.#callers.waiting} commands were never answered`);
    this.#faults.paused = false;
    this.#delays.immediate = false;
  }

  /** What is due by time alone is carried out in slices, one with each time event. */
  async #catchUp(): Promise<void> {
    for (let round = 0; round < ROUNDS_MAX && !this.#failed && this.#auditor.isBehind(this.#now); round += 1) {
      this.#run.sequencer.time();
      await this.#drain();
    }
  }

  async #drain(): Promise<void> {
    this.#faults.paused = true;
    this.#delays.immediate = true;
    for (let turns = 0; turns < DRAIN_TURNS_MAX && !this.#failed; turns += 1) {
      if (this.#run.state === 'ended') await this.#startAgain();
      if (this.#run.store.isHanging) await this.#takeOver();
      await this.#endZombies();
      if (this.#run.state === 'serving') this.#callers.resubmitOrphans(this.#run, this.#scenario.limits.queueMax);
      this.#delays.step();
      await this.#backing.turn(1);
      await this.#auditor.checkPublished(() => this.#backing.observe(), { quiet: false });
      const { waiting, orphans } = this.#callers;
      const isIdle = this.#run.ticksUnderWay === 0 && !this.#run.sequencer.isBusy;
      const still = this.#run.state === 'serving' && waiting === 0 && orphans === 0 && isIdle;
      if (still && this.#delays.size === 0 && this.#zombies.length === 0) return;
    }
    if (!this.#failed) this.#auditor.findings.add(`the core did not drain: ${this.#callers.waiting} commands wait`);
  }

  #tick(chance: number): void {
    if (TICK_BATCHES_MAX <= this.#run.ticksUnderWay) return;
    const prices = this.#feed.take(this.#now, chance);
    const ticks = prices.map(({ code, mid, spread, at }) => this.#run.market.accept(code, { mid, spread }, at));
    this.#ticks += ticks.length;
    this.#run.ticks(ticks);
  }

  async #crash(): Promise<void> {
    const arrives = this.#random.chance(0.5);
    this.#note(`run ${this.#run.number} crashes${arrives ? '; its flush arrives' : ''}`);
    await this.#run.crash({ arrives });
    await this.#backing.disconnect();
    // The clock may be set back while the core is down.
    if (this.#random.chance(0.2)) this.#clocks.down(-Math.min(this.#scenario.gridMs, 1_000));
    // Or the core may stay down for days.
    else if (this.#random.chance(OUTAGE)) this.#clocks.down(this.#random.int(1, 3) * DAY_MS);
    this.#restart('crashed');
  }

  /** A second process starts while the first still believes it owns the shard. */
  async #takeOver(): Promise<void> {
    this.#note(`run ${this.#run.number} is taken over`);
    await this.#backing.disconnect();
    this.#zombies.push(this.#run);
    this.#callers.runEnded(this.#run.number);
    this.#reloads += this.#run.reloads;
    this.#run = this.#start();
  }

  /** A core that shut down takes its connection with it, which may still hold the shard. */
  async #startAgain(): Promise<void> {
    await this.#backing.disconnect();
    this.#restart('shut down');
  }

  #restart(why: string): void {
    this.#note(`run ${this.#run.number} ${why}`);
    this.#callers.runEnded(this.#run.number);
    this.#auditor.publications.ended(this.#run.number);
    this.#reloads += this.#run.reloads;
    this.#run = this.#start();
  }

  /** Former owners find out that they are fenced, and end. */
  async #endZombies(): Promise<void> {
    if (this.#run.state !== 'serving') return;
    for (const zombie of [...this.#zombies]) {
      zombie.store.release();
      if (!this.#faults.paused && zombie.state !== 'ended' && this.#random.chance(0.8)) continue;
      await zombie.crash({ arrives: true });
      this.#auditor.publications.ended(zombie.number);
      this.#zombies.splice(this.#zombies.indexOf(zombie), 1);
    }
  }

  #start(): Run {
    this.#runs += 1;
    const number = this.#runs;
    this.#note(`run ${number} starts`);
    return new Run({
      number,
      inner: this.#backing.open(number, { recovers: this.#choices.chance(RECOVERY) }),
      modules: this.#modules,
      scenario: this.#scenario,
      gapEndedAt: this.#mutant.gapEndedAt ?? correctGapEndedAt,
      auditor: this.#auditor,
      store: { delays: this.#delays, faults: this.#faults },
      now: () => this.#now,
      onPublished: () => this.#backing.onPublished(),
      heads: () => this.#backing.heads(),
      history: (after) => this.#backing.history(after),
      mayEndBy: (error) =>
        error instanceof InjectedFailure ||
        this.#backing.isExpected(error) ||
        (error instanceof FencedError && !this.#backing.isOwner(number)),
      isStale: () => !this.#backing.isOwner(number),
      isMalformed: ({ type, body }) => type === 'options.cheat' || (type === 'options.buy' && body === null),
    });
  }

  async #finalAudit(): Promise<void> {
    const { findings } = this.#auditor;
    const accounts = await this.#backing.accounts();
    const rows = await this.#backing.rows();
    this.#auditor.checkRows(rows, { whole: true });
    const { entries, lastHash } = await this.#backing.log();
    checkReplay(SIMULATED_MODULES, { entries, accounts, rows, lastHash }, findings);
    for (const finding of await this.#backing.verify()) findings.add(finding);
  }

  #note(what: string): void {
    this.#trace.push(`${this.#now} ${what}`);
    if (TRACE_MAX < this.#trace.length) this.#trace.shift();
  }

  #report(): WorldReport {
    const { findings, submissions, publications, entries, codes } = this.#auditor;
    const figures = {
      commands: this.#callers.submitted,
      days: Math.floor((this.#now - this.#scenario.startAt) / DAY_MS),
      entries,
      ticks: this.#ticks,
      events: publications.events,
      answers: submissions.answered,
      starts: this.#runs,
      reloads: this.#reloads + this.#run.reloads,
      failures: this.#faults.injected,
    };
    return { seed: this.#seed, findings: findings.list, trace: this.#trace, figures, codes };
  }
}
