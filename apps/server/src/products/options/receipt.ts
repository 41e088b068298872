import type { ResultOf } from '@glasshouse/api/calls';
import type { FindTick, LogLine, StatementLine } from '../../ledger/order-evidence.ts';
import type { OptionOrder } from './rows.ts';

type OrderWithReceipt = ResultOf<'getOptionOrder'>;
export type OptionsReceipt = NonNullable<OrderWithReceipt['receipt']>;
/** How an order was decided, for its owner. Null while it is live. */
export async function receiptOf(
  order: OptionOrder,
  findTick: FindTick,
  parts: { log: readonly LogLine[]; lines: readonly StatementLine[]; lastGapEndedAt: number },
): Promise<OptionsReceipt | null> {
  if (order.settled_by === null) return null;
  const { code, entry_seq, entry_at, exit_seq, exit_at, expires_at } = order;
  const places: { code: string; seq: number; at?: number }[] = [];
  if (entry_seq !== null && entry_at !== null) places.push({ code, seq: entry_seq, at: entry_at });
  if (exit_seq !== null && exit_at !== null && expires_at !== null) {
    if (exit_seq !== entry_seq) places.push({ code, seq: exit_seq, at: exit_at });
    // The first tick after the expiry proves that the exit was the last one at or before it.
    places.push({ code, seq: exit_seq + 1 });
  }
  const found = await Promise.all(places.map((tick) => findTick(tick)));
  return {
    ticks: found.filter((tick) => tick !== undefined),
    ticksInWindow: entry_seq === null || exit_seq === null ? 0 : Math.max(0, exit_seq - entry_seq + 1),
    lastGapEndedAt: parts.lastGapEndedAt === 0 ? null : new Date(parts.lastGapEndedAt).toISOString(),
    gapLimitMs: order.gap_limit_ms,
    rule: ruleOf(order),
    log: [...parts.log],
    lines: [...parts.lines],
  };
}

/** Key of the sentence that explains the result. */
function ruleOf(order: OptionOrder): string {
  if (order.state === 'void') return `options.void.${order.void_reason}`;
  return order.outcome === 'draw' ? 'options.draw' : `options.${order.outcome}.${order.direction}`;
}
