import { readStored, writeStored } from '@glasshouse/app/session/storage';
import { type ChartDrawing, readDrawings } from '@glasshouse/ui/chart';
import { useState } from 'react';

/**
 * The maximum number of markets with drawings; beyond it, the least recently drawn on are dropped.
 */
const MARKETS_MAX = 40;
const KEY = 'chartDrawings';

type StoredDrawings = readonly (readonly [code: string, drawings: readonly ChartDrawing[]])[];

function readKept(): StoredDrawings {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((entry: unknown): StoredDrawings => {
      if (!Array.isArray(entry) || typeof entry[0] !== 'string') return [];
      return [[entry[0], readDrawings(entry[1])]];
    });
  } catch {
    return [];
  }
}

/** All drawings after those of one market changed: it goes last, or is removed if it has none. */
export function keepDrawings(stored: StoredDrawings, code: string, drawings: readonly ChartDrawing[]): StoredDrawings {
  const others = stored.filter(([known]) => known !== code);
  return (drawings.length === 0 ? others : [...others, [code, drawings] as const]).slice(-MARKETS_MAX);
}

/** The user's drawings on one market, stored in this browser. */
export function useDrawings(
  code: string,
): readonly [readonly ChartDrawing[], (drawings: readonly ChartDrawing[]) => void] {
  const [shown, setShown] = useState(() => ({ code, drawings: drawingsOf(code) }));
  const current = shown.code === code ? shown : { code, drawings: drawingsOf(code) };
  if (current !== shown) setShown(current);
  return [
    current.drawings,
    (drawings) => {
      setShown({ code, drawings });
      // Read again: another tab may have drawn on another market meanwhile.
      writeStored(KEY, JSON.stringify(keepDrawings(readKept(), code, drawings)));
    },
  ];
}

const drawingsOf = (code: string): readonly ChartDrawing[] => readKept().find(([known]) => known === code)?.[1] ?? [];
