import { existsSync, realpathSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from './log.ts';

export interface DiskSpace {
  readonly leftBytes: number;
  readonly totalBytes: number;
}

export interface DiskProblem {
  readonly folder: string;
  readonly level: 'low' | 'full';
  readonly since: number;
  readonly leftMb: number;
  /** Of the file system, in percent. */
  readonly leftPercent: number;
  /** At the rate of the last day; undefined in the first hour, and while nothing is used up. */
  readonly daysLeft: number | undefined;
}

/** From where on it is said that a disk fills up, and from where on nothing is taken any more. */
export interface DiskThresholds {
  readonly lowPercent: number;
  readonly lowDays: number;
  readonly fullMb: number;
}

/**
 * A journal's files come in 16 MB: below 64 the next of them may fail. Orders are taken again at
 * twice as much, so that they do not come and go.
 */
export const DISK_THRESHOLDS: DiskThresholds = { lowPercent: 10, lowDays: 14, fullMb: 64 };

/** What is left, in the units in which it is told. */
type ToldMeasures = Pick<DiskProblem, 'leftMb' | 'leftPercent' | 'daysLeft'>;

/** What is left, for monitoring. */
export interface DiskMeasures extends DiskSpace {
  /** At the rate of the last day; undefined in the first hour, and while nothing is used up. */
  readonly daysLeft: number | undefined;
}

export interface DiskWatchOptions {
  readonly dataDir: string;
  readonly now: () => number;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  readonly thresholds?: DiskThresholds;
  /** Another measure than the file system's own; for tests. */
  readonly readRoom?: (folder: string) => DiskSpace;
}

const MB = 1024 * 1024;
const LOOK_EVERY_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How often a full one is said again. */
const REPEAT_MS = 60_000;
const SAMPLES_MAX = 25;

/**
 * Looks every second at what is left where the database lies. Said beforehand, in the log and to
 * operators; once it is full, nothing that must be written is taken any more: a database that
 * cannot write keeps callers waiting without an answer.
 */
export class DiskWatch {
  readonly #options: DiskWatchOptions;
  readonly #folder: string;
  #samples: { readonly at: number; readonly leftBytes: number }[] = [];
  #problem: DiskProblem | undefined;
  #measured: DiskMeasures | undefined;
  #toldAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DiskWatchOptions) {
    this.#options = options;
    const cluster = join(options.dataDir, 'postgres');
    this.#folder = existsSync(cluster) ? realpathSync(cluster) : options.dataDir;
  }

  get isFull(): boolean {
    return this.#problem?.level === 'full';
  }

  problems(): readonly DiskProblem[] {
    return this.#problem === undefined ? [] : [this.#problem];
  }

  /** As of the last look; undefined while the folder cannot be measured. */
  get measured(): DiskMeasures | undefined {
    return this.#measured;
  }

  start(): void {
    this.look();
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  look(): void {
    const { now, log, readRoom = readDiskSpace } = this.#options;
    const at = now();
    let room: DiskSpace;
    try {
      room = readRoom(this.#folder);
    } catch {
      // A folder that cannot be measured is no reason to refuse anybody.
      this.#measured = undefined;
      return;
    }
    this.#sample(at, room.leftBytes);
    const measures = this.#measures(at, room);
    this.#measured = { ...room, daysLeft: measures.daysLeft };
    const before = this.#problem;
    this.#problem = this.#judge(at, room, measures);
    const level = this.#problem?.level;
    const isRepeated = level === 'full' && REPEAT_MS <= at - this.#toldAt;
    if (level === before?.level && !isRepeated) return;
    this.#toldAt = at;
    const report = { folder: this.#folder, ...measures };
    if (level === 'full') log.error(report, 'the file system is full: orders are refused until there is room');
    else if (level === 'low') log.warn(report, 'the file system fills up');
    else log.info(report, 'the file system has room again');
  }

  #judge(at: number, room: DiskSpace, measures: ToldMeasures): DiskProblem | undefined {
    const { lowPercent, lowDays, fullMb } = this.#options.thresholds ?? DISK_THRESHOLDS;
    const fullBelow = (this.isFull ? 2 : 1) * fullMb * MB;
    const isFull = room.leftBytes < fullBelow;
    const { daysLeft } = measures;
    const isLow =
      room.leftBytes < (lowPercent / 100) * room.totalBytes || (daysLeft !== undefined && daysLeft < lowDays);
    if (!isFull && !isLow) return undefined;
    const level = isFull ? 'full' : 'low';
    const since = this.#problem?.level === level ? this.#problem.since : at;
    return { folder: this.#folder, level, since, ...measures };
  }

  #measures(at: number, { leftBytes, totalBytes }: DiskSpace): ToldMeasures {
    const first = this.#samples[0];
    const used = first === undefined ? 0 : first.leftBytes - leftBytes;
    const isKnown = first !== undefined && HOUR_MS <= at - first.at && 0 < used;
    return {
      leftMb: Math.floor(leftBytes / MB),
      leftPercent: Math.floor((100 * leftBytes) / Math.max(1, totalBytes)),
      daysLeft: isKnown ? Math.floor((leftBytes / used) * ((at - first.at) / DAY_MS)) : undefined,
    };
  }

  /** One an hour: the first of them is a day old at most. */
  #sample(at: number, leftBytes: number): void {
    const newest = this.#samples.at(-1);
    if (newest !== undefined && at - newest.at < HOUR_MS) return;
    this.#samples = [...this.#samples, { at, leftBytes }].slice(-SAMPLES_MAX);
  }
}

/** What is left of the file system of a folder. */
export function readDiskSpace(folder: string): DiskSpace {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { leftBytes: bavail * bsize, totalBytes: blocks * bsize };
}
