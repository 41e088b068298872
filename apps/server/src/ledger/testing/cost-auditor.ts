import type { ResultOf } from '@glasshouse/api/calls';
import { type Amount, formatAmount } from '@glasshouse/rules/money';

type Conversion = ResultOf<'listConversions'>['items'][number];

export interface Audited {
  readonly held: Map<string, { quantity: bigint; cost: bigint }>;
  /** By kind and asset, of all time. */
  readonly sold: Map<string, { quantity: bigint; proceeds: bigint; cost: bigint }>;
}

/** Decimal text as units of 10⁻⁸, or of the given decimals. */
export function units(text: string, places = 8): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + fraction.padEnd(places, '0'));
  return text.startsWith('-') ? -value : value;
}

/** The value given, at the mid of its tick, truncated; the test's markets have two decimals. */
const worthGiven = ({ amount, ticks }: Conversion): bigint =>
  (units(amount) * units(ticks[0]?.tick.price ?? '0', 2)) / 100n;

/**
 * What anybody can do with a spreadsheet: sum the lines by entry and order, and follow the average.
 */
export function audit(csv: string, conversions: readonly Conversion[]): Audited {
  const lines = csv
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .reverse()
    .map((line) => line.split(','));
  const order: string[] = [];
  const net = new Map<string, Map<string, bigint>>();
  for (const [, , , asset, , amount, , , reason, reference, entry] of lines as string[][]) {
    const key = [entry, reference, (reason as string).split('.')[0]].join('|');
    if (!net.has(key)) {
      net.set(key, new Map());
      order.push(key);
    }
    const sums = net.get(key) as Map<string, bigint>;
    sums.set(asset as string, (sums.get(asset as string) ?? 0n) + units(amount as string));
  }
  const held: Audited['held'] = new Map();
  const sold: Audited['sold'] = new Map();
  for (const key of order) {
    const [entry, , kind] = key.split('|');
    const sums = net.get(key) as Map<string, bigint>;
    const usdt = sums.get('USDT') ?? 0n;
    const gone = [...sums].filter(([asset, sum]) => asset !== 'USDT' && sum < 0n);
    const come = [...sums].filter(([asset, sum]) => asset !== 'USDT' && 0n < sum);
    let handedOn = -usdt;
    for (const [asset, sum] of gone) {
      const have = held.get(asset) ?? { quantity: 0n, cost: 0n };
      const cost = (have.cost * -sum) / have.quantity;
      held.set(asset, { quantity: have.quantity + sum, cost: have.cost - cost });
      const conversion = kind === 'convert' ? conversions.find(({ id }) => String(id) === entry) : undefined;
      let value = usdt;
      if (0 < come.length) value = conversion === undefined ? cost : worthGiven(conversion);
      handedOn = value;
      if (kind !== 'spot' && kind !== 'convert') continue;
      const total = sold.get(`${kind} ${asset}`) ?? { quantity: 0n, proceeds: 0n, cost: 0n };
      total.quantity -= sum;
      total.proceeds += value;
      total.cost += cost;
      sold.set(`${kind} ${asset}`, total);
    }
    for (const [asset, sum] of come) {
      const have = held.get(asset) ?? { quantity: 0n, cost: 0n };
      held.set(asset, { quantity: have.quantity + sum, cost: have.cost + handedOn });
    }
  }
  for (const [asset, { quantity }] of held) if (quantity === 0n) held.delete(asset);
  return { held, sold };
}

/** Units of 10⁻⁸ as decimal text, as in the answers. */
export const text = (amount: bigint): string => formatAmount(amount as Amount);
