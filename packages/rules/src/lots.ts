import { type Amount, add, divFloor, subtract, ZERO } from './money.ts';

/**
 * Cost basis by the first-in, first-out formula of IAS 2 (paragraph 27). Lots are taken in the
 * order of their log entries, so purchases at one instant have an order too:
 *
 *     cost of a part of a lot = ⌊cost of the lot × quantity taken ÷ quantity of the lot⌋
 *
 * The remainder of a lot keeps the rest of its cost, and whoever takes the last of it takes all
 * that is left: nothing is lost to rounding.
 */
export interface Lot {
  readonly quantity: Amount;
  /** Total for the quantity. */
  readonly cost: Amount;
  /** Log entry that acquired it. */
  readonly seq: number;
  readonly at: number;
}

/** What a sale took of one lot. */
export interface LotPart extends Lot {
  /** Whether nothing of the lot is left. */
  readonly isLast: boolean;
}

type Linked = { readonly lot: Lot; readonly next: Linked } | null;

/**
 * Lots as a queue of two linked lists: the older ones in order, the newer ones reversed. Adding and
 * taking copy nothing, however many lots there are.
 */
export interface Lots {
  readonly quantity: Amount;
  readonly cost: Amount;
  readonly count: number;
  readonly older: Linked;
  readonly newer: Linked;
  /** Log entry of the newest lot ever added. */
  readonly lastSeq: number;
}

export const NO_LOTS: Lots = { quantity: ZERO, cost: ZERO, count: 0, older: null, newer: null, lastSeq: 0 };

/** Adds a lot; `cost` includes fees. */
export function addLot(lots: Lots, lot: Lot): Lots {
  if (lot.quantity <= 0n || lot.cost < 0n) throw new RangeError('a purchase needs a quantity and no negative cost');
  if (lot.seq < lots.lastSeq) throw new RangeError('lots are added in the order of the log');
  return {
    quantity: add(lots.quantity, lot.quantity),
    cost: add(lots.cost, lot.cost),
    count: lots.count + 1,
    older: lots.older,
    newer: { lot, next: lots.newer },
    lastSeq: lot.seq,
  };
}

/** Takes a quantity from the oldest lots on. */
export function takeOldest(
  lots: Lots,
  quantity: Amount,
): { readonly cost: Amount; readonly after: Lots; readonly parts: readonly LotPart[] } {
  if (quantity <= 0n || lots.quantity < quantity) throw new RangeError('cannot take more than is held');
  let { older, newer, count } = lots;
  const parts: LotPart[] = [];
  let cost = ZERO;
  for (let missing = quantity; 0n < missing; ) {
    if (older === null) {
      older = reversed(newer);
      newer = null;
    }
    if (older === null) throw new RangeError('lots hold less than their sum');
    const { lot }: { lot: Lot } = older;
    const isLast = lot.quantity <= missing;
    const quantity = isLast ? lot.quantity : missing;
    const share = isLast ? lot.cost : (divFloor(lot.cost * quantity, lot.quantity) as Amount);
    parts.push({ ...lot, quantity, cost: share, isLast });
    cost = add(cost, share);
    missing = subtract(missing, quantity);
    if (isLast) {
      older = older.next;
      count -= 1;
    } else {
      const rest = { ...lot, quantity: subtract(lot.quantity, quantity), cost: subtract(lot.cost, share) };
      older = { lot: rest, next: older.next };
    }
  }
  const left = { quantity: subtract(lots.quantity, quantity), cost: subtract(lots.cost, cost) };
  return { cost, after: { ...left, count, older, newer, lastSeq: lots.lastSeq }, parts };
}

function reversed(list: Linked): Linked {
  let result: Linked = null;
  for (let rest = list; rest !== null; rest = rest.next) result = { lot: rest.lot, next: result };
  return result;
}

/** The lots, oldest first. */
export function* lotsOf({ older, newer }: Lots): Generator<Lot> {
  for (let rest = older; rest !== null; rest = rest.next) yield rest.lot;
  for (let rest = reversed(newer); rest !== null; rest = rest.next) yield rest.lot;
}
