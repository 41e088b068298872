import type { LoadedRecordings } from './load.ts';

/**
 * What was read from a folder of recordings, for the log: how many bars of which days, what was
 * left out and why.
 */
export function summaryOf({ recordings, ignored }: LoadedRecordings): object {
  return {
    read: recordings.map(({ code, bars, quarantined, rounded }) => ({
      code,
      bars: bars.length,
      from: new Date(bars[0]!.at).toISOString(),
      to: new Date(bars.at(-1)!.at).toISOString(),
      ...(Object.keys(quarantined).length === 0 ? {} : { refused: quarantined }),
      ...(rounded === 0 ? {} : { rounded }),
    })),
    skipped: ignored,
  };
}
