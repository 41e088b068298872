/** Recordings staged for now: a market that is closed, and one without ticks. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const MINUTE_MS = 60_000;
/** When loops of a recording start, and the pause between two; the same for every installation. */
const FIRST_LOOP_AT = Date.parse('2020-01-01T00:00:00Z');
const PAUSE_MINUTES = 5;
const RECORDED_FROM = Date.parse('2025-01-06T15:00:00Z');

/** A share: its session ended a while ago. */
export const CLOSED_CODE = 'AAPL';
/** A coin: never closed, but its last price is minutes old. */
export const SILENT_CODE = 'ETHUSDT';

export function stageRecordings(folder: string, now: number): void {
  write(join(folder, 'stocks_1m'), CLOSED_CODE, { minutes: closedNow(now), bar: ORDINARY_BAR });
  write(join(folder, 'crypto_1m'), SILENT_CODE, { minutes: silentNow(now), bar: ORDINARY_BAR });
}

/** Minutes since the current loop of a recording of this length began. */
const minuteOfLoop = (lengthMinutes: number, now: number): number =>
  ((now - FIRST_LOOP_AT) / MINUTE_MS) % (lengthMinutes + PAUSE_MINUTES);

/** Bars only at both ends of a long span, with now in between. */
function closedNow(now: number): readonly number[] {
  for (let length = 10_000; ; length += 1) {
    const minute = minuteOfLoop(length, now);
    if (100 < minute && minute < length - 100) return [0, 1, 2, length - 1];
  }
}

/**
 * A bar every ten minutes: too close for a session to end, too far apart for a fresh price. Now is
 * early in a gap.
 */
function silentNow(now: number): readonly number[] {
  for (let bars = 50; ; bars += 1) {
    const length = 10 * bars + 1;
    const minute = minuteOfLoop(length, now);
    if (minute < length - 20 && 2 < minute % 10 && minute % 10 < 4) {
      return Array.from({ length: bars + 1 }, (_, index) => 10 * index);
    }
  }
}

/** Open, high, low and close. */
const ORDINARY_BAR = '250.10,250.90,249.80,250.40';

interface Staged {
  readonly minutes: readonly number[];
  readonly bar: string;
}

function write(folder: string, code: string, { minutes, bar }: Staged): void {
  mkdirSync(folder, { recursive: true });
  const rows = minutes.map((minute) => {
    const time = new Date(RECORDED_FROM + minute * MINUTE_MS).toISOString().slice(0, 19).replace('T', ' ');
    return `${time}+00:00,${bar},120`;
  });
  const text = ['timestamp,open,high,low,close,volume', ...rows, ''].join('\n');
  writeFileSync(join(folder, `${code}.csv.gz`), gzipSync(text));
}
