import type { CoreModule } from '@glasshouse/server/kernel/core/types';
import { Random } from '../random.ts';
import { House } from './house.ts';
import { ACCOMPLICE_MOVES, MOVES } from './moves.ts';

/** Of one house, so that what is finished does not fill the memory. */
const HOUSE_COMMANDS = 3_000;
const SHARE_OF_THIEF = 0.6;
const SHARE_OF_ACCOMPLICE = 0.15;
const UNITS = 100_000_000;

export interface ThiefOptions {
  /** Of the thief, over all houses. */
  readonly commands: number;
  readonly seed: number;
  readonly roles: readonly string[];
  /** For rules that are broken on purpose. */
  readonly modules?: readonly CoreModule[];
  readonly print: (line: string) => void;
}

export interface ThiefReport {
  /** What somebody got beyond what they brought, the first time. */
  readonly found: readonly string[];
  readonly commands: number;
  readonly houses: number;
  /** How the thief's commands ended, as `House.outcomes`. */
  readonly outcomes: ReadonlyMap<string, number>;
}

/**
 * An operator who wants to steal, with these roles and no honest colleague's help, and an
 * accomplice with an account, in houses whose other operators, watchers and people are honest and
 * busy. No step may give anybody more than they brought, counting what the treasury has paid them.
 */
export async function runThief(options: ThiefOptions): Promise<ThiefReport> {
  const { commands, seed, roles, modules, print } = options;
  const found: string[] = [];
  let done = 0;
  let houses = 0;
  const outcomes = new Map<string, number>();
  for (; done < commands && found.length === 0; houses += 1) {
    const random = new Random(seed + houses);
    const house = await House.open(random, roles, modules);
    const before = new Map<number, bigint>();
    const most = Math.min(HOUSE_COMMANDS, commands - done);
    for (let count = 0; count < most && found.length === 0; ) {
      house.core.harness.now += random.int(1, 600_000);
      let what = 'honest work';
      if (random.chance(SHARE_OF_THIEF)) {
        const [type, [, move]] = random.weighted(Object.entries(MOVES).map((entry) => [entry[1][0], entry] as const));
        what = type;
        await move(house);
        count += 1;
        done += 1;
      } else if (random.chance(SHARE_OF_ACCOMPLICE / (1 - SHARE_OF_THIEF))) {
        what = 'the accomplice';
        await random.weighted(ACCOMPLICE_MOVES)(house);
      } else await house.live();
      for (const { userId, gain } of house.gains()) {
        const more = gain - (before.get(userId) ?? 0n);
        before.set(userId, gain);
        if (0n < more)
          found.push(`seed ${seed + houses}: ${what} gave ${userId} ${Number(more) / UNITS} USDT too much`);
      }
    }
    for (const error of house.core.harness.bugs) found.push(`seed ${seed + houses}: ${error.message}`);
    await house.core.harness.sequencer.stop();
    for (const [key, count] of house.outcomes) outcomes.set(key, (outcomes.get(key) ?? 0) + count);
    if (houses % 20 === 19) print(`${houses + 1} houses, ${done} commands`);
  }
  return { found, commands: done, houses, outcomes };
}
