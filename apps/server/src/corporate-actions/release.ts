import { code } from '@glasshouse/api/codes';
import { operatorHandler } from '../authority/action.ts';
import type { OperatorBody } from '../authority/stamp.ts';
import { changeOf } from '../kernel/core/effects.ts';
import { refuse } from '../kernel/core/refusal.ts';
import type { CommandInput, HeldBy, MarketView } from '../kernel/core/types.ts';
import { PRICE_RELEASES_TABLE, type PriceRelease } from './rows.ts';

/** `points` is the held level that the operator looks at: another one is refused. */
export type ReleaseBody = OperatorBody<{ readonly code: string; readonly points: number; readonly source: string }>;

/** What is held as of then. */
export type ReleaseFacts = {
  readonly held: HeldBy | null;
  readonly points: number | null;
  readonly at: number | null;
};

export function factsOfRelease({ body }: CommandInput<ReleaseBody>, at: number, market: MarketView): ReleaseFacts {
  const price = market.doubtedPrice?.(body.code);
  return { held: market.heldBy(body.code, at) ?? null, points: price?.points ?? null, at: price?.at ?? null };
}

/**
 * A price that moved on between two looks is still the one that was looked at within this share.
 */
const MOVED_MAX_PERCENT = 2;

/**
 * Two persons say that a held jump is the market, and where one can see that. No price is entered:
 * the next one of the source is taken if it is still near the one that is held.
 */
export const releasePrice = operatorHandler<ReleaseBody, ReleaseFacts>({
  permission: 'instruments.change',
  secondPerson: () => true,
  decide: (_state, { seq, at, body, facts }) => {
    const { held, points, at: heldAt } = facts;
    if (held !== 'jump' || points === null || heldAt === null) return refuse(code.noPriceHeld, 'code');
    if (points * MOVED_MAX_PERCENT < Math.abs(points - body.points) * 100) return refuse(code.noPriceHeld, 'points');
    if (body.source.trim() === '') return refuse(code.fieldRequired, 'source');
    const row: PriceRelease = { seq, code: body.code, points, held_at: heldAt, source: body.source, at };
    return {
      ok: true,
      subject: `price of ${body.code}`,
      before: { held: 'jump' },
      after: { released: points, source: body.source },
      postings: [],
      rows: [changeOf(PRICE_RELEASES_TABLE, row)],
      events: [],
    };
  },
});
