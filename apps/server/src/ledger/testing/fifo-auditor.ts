import { units } from './cost-auditor.ts';

export interface FifoAudit {
  /** Profit of everything sold, by asset, in units of 10⁻⁸ USDT. */
  readonly profit: ReadonlyMap<string, bigint>;
  readonly held: ReadonlyMap<string, { readonly quantity: bigint; readonly cost: bigint }>;
  /** USDT over all accounts. */
  readonly usdt: bigint;
}

/**
 * What anybody can do with the exported statement: a pile of purchases for each coin, sold from the
 * bottom. Values of conversions between coins are those that the statement of conversions shows.
 */
export function auditFifo(csv: string, worthOf: (conversion: string) => bigint | undefined): FifoAudit {
  const lines = csv.trimEnd().split('\r\n').slice(1).reverse();
  const nets = new Map<string, Map<string, bigint>>();
  for (const line of lines) {
    const [, , , asset = '', , amount = '0', , , reason = '', reference, entry] = line.split(',');
    const key = [entry, reference, reason.split('.')[0]].join('|');
    const sums = nets.get(key) ?? new Map<string, bigint>();
    sums.set(asset, (sums.get(asset) ?? 0n) + units(amount));
    nets.set(key, sums);
  }
  const piles = new Map<string, { quantity: bigint; cost: bigint }[]>();
  const profit = new Map<string, bigint>();
  let usdt = 0n;
  for (const [key, sums] of nets) {
    const [, reference = '', kind] = key.split('|');
    const money = sums.get('USDT') ?? 0n;
    usdt += money;
    const isTrade = kind === 'spot' || kind === 'convert';
    let handedOn = isTrade ? -money : 0n;
    const coins = [...sums].filter(([asset, sum]) => asset !== 'USDT' && sum !== 0n);
    const isSwap = isTrade && coins.length === 2;
    for (const [asset, sum] of coins.filter(([, change]) => change < 0n)) {
      let missing = -sum;
      let cost = 0n;
      const pile = piles.get(asset) ?? [];
      while (0n < missing) {
        const oldest = pile[0] as { quantity: bigint; cost: bigint };
        if (oldest.quantity <= missing) {
          cost += oldest.cost;
          missing -= oldest.quantity;
          pile.shift();
        } else {
          const share = (oldest.cost * missing) / oldest.quantity;
          cost += share;
          pile[0] = { quantity: oldest.quantity - missing, cost: oldest.cost - share };
          missing = 0n;
        }
      }
      const recorded = kind === 'convert' && isSwap ? worthOf(reference) : undefined;
      const proceeds = isSwap ? (recorded ?? cost) : isTrade ? money : cost;
      handedOn = proceeds;
      profit.set(asset, (profit.get(asset) ?? 0n) + proceeds - cost);
    }
    for (const [asset, quantity] of coins.filter(([, change]) => 0n < change)) {
      piles.set(asset, [...(piles.get(asset) ?? []), { quantity, cost: handedOn }]);
    }
  }
  const held = new Map(
    [...piles]
      .map(([asset, pile]) => {
        const sum = (field: 'quantity' | 'cost') => pile.reduce((total, part) => total + part[field], 0n);
        return [asset, { quantity: sum('quantity'), cost: sum('cost') }] as const;
      })
      .filter(([, { quantity }]) => 0n < quantity),
  );
  return { profit, held, usdt };
}
