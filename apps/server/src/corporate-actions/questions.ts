import type { HeldBy, Question } from '../kernel/core/types.ts';

/** A price that is held now, or an instrument whose price is. */
export type HeldPrice = {
  readonly code: string;
  readonly because: HeldBy;
  readonly points: number | null;
  readonly at: number | null;
  readonly last: number | null;
};

/** Instruments asked for at once. */
const CODES_MAX = 1_000;

/** Which of these instruments are held, and by what price. */
export const askHeld: Question = (_state, { body }, at, market) => {
  const { codes } = body as { readonly codes: readonly string[] };
  const held = codes.slice(0, CODES_MAX).flatMap((code): HeldPrice[] => {
    const because = market.heldBy(code, at);
    if (because === undefined) return [];
    const price = market.doubtedPrice?.(code);
    return [
      { code, because, points: price?.points ?? null, at: price?.at ?? null, last: market.lastTick(code)?.mid ?? null },
    ];
  });
  return { ok: true, result: held };
};
