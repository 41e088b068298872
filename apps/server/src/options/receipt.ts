import type { ResultOf } from '@glasshouse/contract/calls';
import type { OptionOrder } from './order.ts';
import type { LogLine } from './queries.ts';

type OrderWithReceipt = ResultOf<'getOptionsOrderById'>;
export type OptionsReceipt = NonNullable<OrderWithReceipt['receipt']>;
export type ProvenTick = OptionsReceipt['ticks'][number];
export type StatementLine = OptionsReceipt['lines'][number];

/** What the tape can show of its past. Ticks of a minute that is not closed yet come without their proof. */
export interface TickProofs {
  /** The tick with this sequence, with its inclusion proof; undefined when the tape does not have it. */
  tick(of: { code: string; seq: number; at: number }): Promise<ProvenTick | undefined>;
  /** The longest time between two neighbouring ticks, both ends of the window included. */
  longestGapMs(of: { code: string; from: number; to: number }): Promise<number>;
}

/** How an order came to its end, for the person it happened to. Null while it is live. */
export async function receiptOf(
  order: OptionOrder,
  proofs: TickProofs,
  parts: { log: readonly LogLine[]; lines: readonly StatementLine[] },
): Promise<OptionsReceipt | null> {
  if (order.settled_by === null) return null;
  const { code, entry_seq, entry_at, exit_seq, exit_at, expires_at } = order;
  const wanted: { code: string; seq: number; at: number }[] = [];
  if (entry_seq !== null && entry_at !== null) wanted.push({ code, seq: entry_seq, at: entry_at });
  if (exit_seq !== null && exit_at !== null && expires_at !== null) {
    if (exit_seq !== entry_seq) wanted.push({ code, seq: exit_seq, at: exit_at });
    // The first tick after the expiry shows that the exit really was the last one at or before it.
    wanted.push({ code, seq: exit_seq + 1, at: expires_at });
  }
  const found = await Promise.all(wanted.map((tick) => proofs.tick(tick)));
  const longestGapMs =
    entry_at === null || expires_at === null ? 0 : await proofs.longestGapMs({ code, from: entry_at, to: expires_at });
  return {
    ticks: found.filter((tick) => tick !== undefined),
    ticksInWindow: entry_seq === null || exit_seq === null ? 0 : Math.max(0, exit_seq - entry_seq + 1),
    longestGapMs,
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
