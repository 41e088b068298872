import { code } from '@glasshouse/api/codes';
import type { CommandAnswer, CommandInput } from '../kernel/core/types.ts';

/**
 * The limit that the house has reached: its exposure on an instrument or in all, or what its pools
 * hold.
 */
const REASONS = new Map<number, string>([
  [code.exposureLimit, 'the house takes no more of this'],
  [code.poolFull, 'a house pool has no capacity left'],
]);
/** A fast market refuses thousands of orders a minute; the operator needs one line. */
export const ALARM_EVERY_MS = 60_000;
/** Subjects tracked; beyond this, each refusal is reported as it comes. */
const SUBJECTS_MAX = 1_000;

export interface HouseAlarm {
  readonly reason: string;
  readonly book: string;
  readonly type: string;
  /** Instrument, where the command names one. */
  readonly instrument: string | undefined;
  /** Orders refused since the last report. */
  readonly refused: number;
}

/**
 * Tells the operator that new orders are being refused because the house is at a limit of its own:
 * selling has paused there until positions close, or until the limit is raised or the pool filled
 * up.
 */
export class HouseAlarms {
  readonly #tell: (alarm: HouseAlarm) => void;
  readonly #subjects = new Map<string, { toldAt: number; refused: number }>();

  constructor(tell: (alarm: HouseAlarm) => void) {
    this.#tell = tell;
  }

  record(input: CommandInput, answer: Pick<CommandAnswer, 'code' | 'repeated'>, now: number): void {
    const reason = REASONS.get(answer.code);
    if (reason === undefined || answer.repeated === true) return;
    const named = (input.body as { readonly code?: unknown } | null)?.code;
    const instrument = typeof named === 'string' ? named : undefined;
    const { book, type } = input;
    const subject = `${answer.code}/${book}/${type}/${instrument ?? ''}`;
    const known = this.#subjects.get(subject);
    if (known !== undefined && now < known.toldAt + ALARM_EVERY_MS) {
      known.refused += 1;
      return;
    }
    if (SUBJECTS_MAX <= this.#subjects.size) this.#subjects.clear();
    this.#subjects.set(subject, { toldAt: now, refused: 0 });
    this.#tell({ reason, book, type, instrument, refused: (known?.refused ?? 0) + 1 });
  }
}
