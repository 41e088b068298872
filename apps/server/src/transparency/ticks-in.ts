import type { Tick } from '../kernel/core/types.ts';

/**
 * The ticks that a command carries or was decided by, wherever in it they lie; the first `most`.
 */
export function ticksIn(value: unknown, most = Number.POSITIVE_INFINITY): Tick[] {
  const found = new Map<string, Tick>();
  const visit = (part: unknown): void => {
    if (part === null || typeof part !== 'object' || most <= found.size) return;
    if (isTick(part)) found.set(`${part.code}/${part.seq}`, part);
    for (const inner of Object.values(part)) visit(inner);
  };
  visit(value);
  return [...found.values()];
}

const isTick = (part: object): part is Tick => {
  const { code, seq, bid, ask, mid, at } = part as Partial<Record<keyof Tick, unknown>>;
  return (
    typeof code === 'string' &&
    [seq, bid, ask, mid, at].every((value) => Number.isSafeInteger(value)) &&
    0 < Number(seq)
  );
};
