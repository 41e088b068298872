import { add, amountOf, formatAmount, mulRateFloor, rateOf } from '../../money.ts';
import { creditOf, settleOption } from '../../options.ts';
import type { HashedTick } from '../../tick-hash.ts';
import { countOf, type Json } from '../document.ts';
import type { Shared } from './shared.ts';
import { field, stretch, tapeTick } from './ticks.ts';

/** A wider window than any receipt's runs hold is not walked tick by tick. */
const TICKS_MAX = 20_000;

/** The first tick after it was placed, the last before it expired, and what follows from both. */
export function verifySharedOption(shared: Shared): void {
  const { order, found } = shared;
  const code = field(order, 'code');
  const stake = amountOf(field(order, 'amount'));
  const profit = amountOf(field(order, 'profit'));
  const follows = profit === mulRateFloor(stake, rateOf(field(order, 'payoutRate')));
  found.expect('amounts', follows, 'its profit is not the stake times the rate');
  const entry = order.entry === null ? undefined : tapeTick(shared, { code, shown: order.entry });
  const exit = order.exit === null ? undefined : tapeTick(shared, { code, shown: order.exit });
  if (entry !== undefined) entered(shared, entry);
  if (order.state === 'void') {
    refunded(shared, { entry, exit });
    return;
  }
  if (!found.expect('order', entry !== undefined && exit !== undefined, 'it ended without two prices')) return;
  if (entry === undefined || exit === undefined) return;
  left(shared, { entry, exit });
  const direction = order.direction === 'up' ? 'up' : 'down';
  const outcome = settleOption({ direction, entry: entry.mid, exit: exit.mid });
  found.expect('order', order.outcome === outcome, 'its outcome does not follow from its prices');
  const paid = formatAmount(creditOf({ outcome, stake, profit }));
  found.expect('amounts', order.paid === paid, 'what was paid does not follow from its outcome');
  const limit = countOf(order.gapLimitMs, 'a gap limit');
  const isSilent = silences(shared, { entry, exit }).some((length) => limit < length);
  found.expect('window', !isSilent, 'there was a gap above the limit');
}

function entered({ order, found, ticks }: Shared, entry: HashedTick): void {
  const placedAt = Date.parse(field(order, 'placedAt'));
  found.expect('window', placedAt <= entry.at, 'it was entered by a price from before it');
  const before = ticks.get(entry.code, entry.seq - 1);
  if (before !== undefined && ticks.follow(before, entry)) {
    found.expect('window', before.at <= placedAt, `tick ${before.seq} was the first after it`);
  } else if (1 < entry.seq) found.note(`tick ${entry.seq - 1}, before the entry, is not in the file`);
  const ends = entry.at + countOf(order.periodSeconds, 'a period') * 1_000;
  found.expect('window', Date.parse(field(order, 'expiresAt')) === ends, 'it expired at another time');
}

function left({ order, found, ticks }: Shared, { entry, exit }: { entry: HashedTick; exit: HashedTick }): void {
  const expiresAt = Date.parse(field(order, 'expiresAt'));
  found.expect('window', exit.at <= expiresAt && entry.seq < exit.seq, 'the exit is not within its window');
  const next = ticks.get(exit.code, exit.seq + 1);
  if (next === undefined) found.lack('next', `tick ${exit.seq + 1} is not in the file`);
  else if (ticks.follow(exit, next)) {
    found.expect('window', expiresAt < next.at, `tick ${next.seq} came before the expiry and was not the exit`);
  }
}

interface Ends {
  readonly entry: HashedTick | undefined;
  readonly exit: HashedTick | undefined;
}

/** Stake and fee come back; a gap that made it void is shown. */
function refunded(shared: Shared, ends: Ends): void {
  const { order, found } = shared;
  const back = formatAmount(add(amountOf(field(order, 'amount')), amountOf(field(order, 'fee'))));
  found.expect('amounts', order.paid === back, 'a void order gives back stake and fee');
  found.expect('order', order.outcome === 'void', 'it is void, and says otherwise');
  const { entry } = ends;
  if (order.reason !== 'gap' || entry === undefined) {
    found.note('That it was void for this reason is the word of the operator.');
    return;
  }
  const limit = countOf(order.gapLimitMs, 'a gap limit');
  const last = ends.exit === undefined ? 0 : Date.parse(field(order, 'expiresAt')) - ends.exit.at;
  const isShown = limit < last || aroundGap(shared, { entry, order }).some((length) => limit < length);
  found.expect('window', isShown, 'the gap that made it void is not shown');
}

/** How long no price came, between each two that follow each other. */
function silences({ ticks }: Shared, { entry, exit }: { entry: HashedTick; exit: HashedTick }): number[] {
  if (TICKS_MAX < exit.seq - entry.seq) return [];
  return between(stretch(ticks, { code: entry.code, from: entry.seq, to: exit.seq }));
}

function aroundGap({ ticks }: Shared, { entry, order }: { entry: HashedTick; order: Json }): number[] {
  const ended = order.lastGapEndedAt === null ? Number.NaN : Date.parse(field(order, 'lastGapEndedAt'));
  const known = stretch(ticks, { code: entry.code, from: entry.seq, to: entry.seq + TICKS_MAX });
  return between(known.filter(({ at }) => at <= ended));
}

const between = (ticks: readonly HashedTick[]): number[] =>
  ticks.slice(1).flatMap((tick, index) => {
    const before = ticks[index];
    return before !== undefined && before.seq + 1 === tick.seq ? [tick.at - before.at] : [];
  });
