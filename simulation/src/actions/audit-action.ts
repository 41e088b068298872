/** Of a row of `contract_orders`, what an action may change. */
export interface OrderRow {
  readonly id: number;
  readonly user_id: number;
  readonly side: 'buy' | 'sell';
  readonly state: string;
  readonly open_lots: string;
  readonly open_points: number | null;
  readonly limit_points: number | null;
  readonly stop_points: number | null;
  readonly target_points: number | null;
  readonly margin: string;
  readonly closed_by: string | null;
  readonly close_value: string;
  readonly settled_by: number | null;
}

export interface ActionTerms {
  readonly body: {
    readonly kind: 'split' | 'dividend' | 'roll';
    readonly numerator: number;
    readonly denominator: number;
    readonly amount: string | null;
    readonly symbol?: string;
  };
  /** Mids of the first price after it and of the last one before it, in points. */
  readonly first: number;
  readonly last: number;
  /** Whether the first price says that it did not happen. */
  readonly isContradicted: boolean;
}

export interface Before {
  readonly order: OrderRow;
  readonly wealth: bigint;
}

interface Audited extends ActionTerms {
  readonly before: readonly Before[];
  readonly after: ReadonlyMap<number, OrderRow>;
  readonly wealth: (user: number) => bigint;
}

/** Taken from what buyers receive: a term of the world. */
const WITHHOLDING_PERCENT = 15n;

/** Points are hundredths and lots hundred-millionths: their product is 10⁻¹⁰ of a dollar. */
const PER_UNIT = 100n;

const same = (left: OrderRow, right: OrderRow): boolean =>
  left.open_lots === right.open_lots && left.open_points === right.open_points && left.margin === right.margin;

/** Orders that the first price itself ended or opened have moved on since the action. */
const isStill = (before: OrderRow, after: OrderRow): boolean => after.state === before.state;

export function auditSplit({ body, last, isContradicted, before, after }: Audited): string[] {
  const many = BigInt(body.numerator);
  const few = BigInt(body.denominator);
  return before.flatMap(({ order }) => {
    const now = after.get(order.id) as OrderRow;
    if (!isStill(order, now)) return [];
    if (isContradicted) return same(order, now) ? [] : [`${order.id} was adjusted by a split that did not happen`];
    const faults: string[] = [];
    const nearest = (points: number | null): number | null =>
      points === null ? null : Math.max(1, Math.floor((points * body.denominator) / body.numerator + 0.5));
    if (now.stop_points !== nearest(order.stop_points)) faults.push(`the stop of ${order.id} did not move`);
    if (now.target_points !== nearest(order.target_points)) faults.push(`the target of ${order.id} did not move`);
    const lotsBefore = unitsOf(order.open_lots);
    const lots = unitsOf(now.open_lots);
    if (lots !== (lotsBefore * many) / few) faults.push(`the lots of ${order.id} are not those of the ratio`);
    if (order.state === 'waiting') {
      const exact = (order.limit_points as number) * body.denominator;
      const limit = order.side === 'buy' ? Math.floor(exact / body.numerator) : Math.ceil(exact / body.numerator);
      if (now.limit_points !== Math.max(1, limit)) faults.push(`the limit of ${order.id} is worse than asked for`);
      return faults;
    }
    const sign = order.side === 'buy' ? 1n : -1n;
    // Margin and result at the last price, which was `last`, and is `last` × few ÷ many.
    const worthBefore =
      unitsOf(order.margin) * PER_UNIT * many + sign * lotsBefore * BigInt(last - (order.open_points as number)) * many;
    const worth =
      unitsOf(now.margin) * PER_UNIT * many +
      sign * lots * (BigInt(last) * few - BigInt(now.open_points as number) * many);
    const lost = worthBefore - worth;
    // What is below one unit is carried to the close.
    if (lost < -PER_UNIT * many || PER_UNIT * many < lost) faults.push(`the split changed the worth of ${order.id}`);
    return faults;
  });
}

export function auditDividend({ body, first, isContradicted, before, after, wealth }: Audited): string[] {
  const cents = unitsOf(body.amount ?? '0') / 1_000_000n;
  return before.flatMap(({ order, wealth: had }) => {
    const now = after.get(order.id) as OrderRow;
    if (order.state !== 'open') return [];
    const gross = unitsOf(order.open_lots) * cents;
    const received = gross / PER_UNIT - ceilOf((gross / PER_UNIT) * WITHHOLDING_PERCENT, 100n);
    const charge = ceilOf(gross, PER_UNIT);
    const margin = unitsOf(order.margin);
    const isUnpaid = !isContradicted && order.side === 'sell' && margin < charge;
    if (isUnpaid) {
      if (now.closed_by !== 'dividend')
        return [`${order.id} cannot pay its dividend and is ${now.closed_by ?? now.state}`];
      // What the price fell by, at the ask, less the dividend; never more than the margin is lost.
      const gain = (unitsOf(order.open_lots) * BigInt((order.open_points as number) - (first + 1))) / PER_UNIT;
      const result = gain - charge < -margin ? -margin : gain - charge;
      const off = wealth(order.user_id) - had - result;
      return -2n <= off && off <= 2n ? [] : [`${order.id} was closed ${off} beside what it owed and gained`];
    }
    if (!isStill(order, now)) return [];
    const paid = isContradicted ? 0n : order.side === 'buy' ? received : -charge;
    const is = unitsOf(now.margin) - margin;
    return is === paid ? [] : [`${order.id} was paid ${is} instead of ${paid}`];
  });
}

/** Everything ends at the last price there was, and not at the one of the next month. */
export function auditEnd({ last, before, after }: Audited): string[] {
  return before.flatMap(({ order }) => {
    const now = after.get(order.id) as OrderRow;
    if (now.closed_by !== 'roll') return [`${order.id} outlived its month, or ended by ${now.closed_by}`];
    if (order.state !== 'open') return [];
    const side = order.side === 'buy' ? last - 1 : last + 1;
    const value = unitsOf(order.open_lots) * BigInt(side);
    return BigInt(now.close_value) === value ? [] : [`${order.id} closed at another price than the last one`];
  });
}

const ceilOf = (amount: bigint, by: bigint): bigint => -(-amount / by) + (amount % by === 0n ? 0n : 1n);

/** Decimal text in units of the eighth decimal. */
export function unitsOf(text: string): bigint {
  const [whole = '0', decimals = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole) * 100_000_000n + BigInt(decimals.padEnd(8, '0').slice(0, 8));
  return text.startsWith('-') ? -units : units;
}
