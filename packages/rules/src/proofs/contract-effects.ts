import type { settleClose } from '../contracts-close.ts';
import { type Amount, formatAmount, formatRate, lesser, type Rate, subtract } from '../money.ts';
import type { ContractSums, Replayed } from './contract-position.ts';
import { shownKept } from './contract-stops.ts';
import { shownTrail } from './contract-trail.ts';
import { isoOf, type Json } from './document.ts';
import type { Entry } from './entries.ts';
import type { ExpectedLines } from './ledger.ts';
import { type LoggedTick, orderTick } from './ticks.ts';

export const POOL = 'pool.contracts';

export interface Details {
  readonly lots?: Amount;
  readonly points?: number | null;
  readonly fee?: Amount;
  readonly pnl?: Amount;
  readonly stops?: boolean;
  /** From when they fire, where a change began their lead. */
  readonly stopsFrom?: number | undefined;
  /** Whether it shows what fires until then. */
  readonly keeps?: boolean;
  readonly rate?: {
    readonly code: string;
    readonly quoteRate: Rate;
    readonly tick: LoggedTick;
    readonly precision: number;
  };
  readonly closesAt?: number;
}

/** A step of a contract as its receipt shows it. */
export function stepOf(
  entry: Entry,
  sums: ContractSums,
  event: {
    readonly kind: string;
    readonly tick: LoggedTick | undefined;
    readonly details: Details;
    readonly position: Replayed;
  },
): Json {
  const { kind, tick, details, position } = event;
  const stops = details.stops === true;
  return {
    seq: entry.seq,
    type: entry.type,
    at: isoOf(entry.at),
    hash: entry.hash,
    kind,
    tick: tick === undefined ? null : orderTick(tick, sums.terms.precision),
    lots: details.lots === undefined ? null : formatAmount(details.lots),
    price: sums.text(details.points ?? null),
    fee: details.fee === undefined ? null : formatAmount(details.fee),
    pnl: details.pnl === undefined ? null : formatAmount(details.pnl),
    stopLoss: stops ? sums.text(position.stop) : null,
    takeProfit: stops ? sums.text(position.target) : null,
    ...(stops ? sums.shownLadder(position.ladder) : {}),
    ...(stops && position.trail !== null ? { trailing: shownTrail(sums, position.trail) } : {}),
    ...(details.stopsFrom === undefined ? {} : { stopsFrom: isoOf(details.stopsFrom) }),
    ...(details.keeps === true && position.before !== null ? { stopsBefore: shownKept(sums, position.before) } : {}),
    ...(details.rate === undefined ? {} : { rate: shownRate(details.rate) }),
    ...(details.closesAt === undefined ? {} : { closesAt: isoOf(details.closesAt) }),
  };
}

const shownRate = ({ code, quoteRate, tick, precision }: NonNullable<Details['rate']>): Json => ({
  code,
  quoteRate: formatRate(quoteRate),
  tick: orderTick(tick, precision),
});

/** The ledger lines of lots that were closed. */
export function payClose(
  lines: ExpectedLines,
  entry: Entry,
  close: { readonly asset: string; readonly margin: Amount; readonly money: ReturnType<typeof settleClose> },
): void {
  const { asset, margin } = close;
  const { profit, loss, fee } = close.money;
  const fromMargin = lesser(fee, subtract(margin, loss));
  const back = subtract(subtract(margin, loss), fromMargin);
  const reason = 'contracts.fee';
  lines.with(entry, { account: 'margin', contra: POOL, asset, amount: -loss, reason: 'contracts.loss' });
  lines.with(entry, { account: 'margin', contra: 'fees', asset, amount: -fromMargin, reason });
  lines.within(entry, { from: 'margin', to: 'available', asset, amount: back, reason: 'contracts.marginBack' });
  lines.with(entry, { account: 'available', contra: POOL, asset, amount: profit, reason: 'contracts.profit' });
  lines.with(entry, { account: 'available', contra: 'fees', asset, amount: -subtract(fee, fromMargin), reason });
}
