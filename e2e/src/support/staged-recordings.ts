/** Recordings made so that at this moment one market is closed and another one is open but silent. */
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
/** A coin: it never closes, and its last price is minutes old. */
export const SILENT_CODE = 'ETHUSDT';

export function stageRecordings(folder: string, now: number): void {
  write(join(folder, 'stocks_1m'), CLOSED_CODE, closedNow(now));
  write(join(folder, 'crypto_1m'), SILENT_CODE, silentNow(now));
}

/** Minutes since the running loop of a recording of this length began. */
const minuteOfLoop = (lengthMinutes: number, now: number): number =>
  ((now - FIRST_LOOP_AT) / MINUTE_MS) % (lengthMinutes + PAUSE_MINUTES);

/** Bars at the two ends of a long time, and now between them. */
function closedNow(now: number): readonly number[] {
  for (let length = 10_000; ; length += 1) {
    const minute = minuteOfLoop(length, now);
    if (100 < minute && minute < length - 100) return [0, 1, 2, length - 1];
  }
}

/** A bar every ten minutes: not long enough apart for a session to end, far too long for a price. Now is early in a gap. */
function silentNow(now: number): readonly number[] {
  for (let bars = 50; ; bars += 1) {
    const length = 10 * bars + 1;
    const minute = minuteOfLoop(length, now);
    if (minute < length - 20 && 2 < minute % 10 && minute % 10 < 4) {
      return Array.from({ length: bars + 1 }, (_, index) => 10 * index);
    }
  }
}

function write(folder: string, code: string, minutes: readonly number[]): void {
  mkdirSync(folder, { recursive: true });
  const rows = minutes.map((minute) => {
    const time = new Date(RECORDED_FROM + minute * MINUTE_MS).toISOString().slice(0, 19).replace('T', ' ');
    return `${time}+00:00,250.10,250.90,249.80,250.40,120`;
  });
  const text = ['timestamp,open,high,low,close,volume', ...rows, ''].join('\n');
  writeFileSync(join(folder, `${code}.csv.gz`), gzipSync(text));
}
