import type { OrderProof, Prove } from '../../ledger/order-evidence.ts';
import { entersFrom, type OptionOrder } from './rows.ts';

/** What shows that an ended option was entered, settled or given up as its terms say. */
export async function proven<Evidence extends object>(
  evidence: Evidence,
  order: OptionOrder,
  { prove, lastGapEndedAt }: { readonly prove: Prove; readonly lastGapEndedAt: number },
): Promise<Evidence & { proof: OrderProof }> {
  const { id, code, entry_seq, entry_at, exit_seq, exit_at } = order;
  const numbered = (seq: number | undefined) => (seq === undefined || seq < 1 ? undefined : { code, seq });
  const isUnjudged = order.void_reason === 'reset' || order.void_reason === 'action';
  // Without an entry: the last tick before the order, and the next one, which came too late.
  const around = entry_seq === null && !isUnjudged ? await prove.before({ code, at: entersFrom(order) }) : undefined;
  const isGap = order.void_reason === 'gap' && entry_at !== null && entry_at < lastGapEndedAt;
  const gapEnd = isGap ? await prove.before({ code, at: lastGapEndedAt }) : undefined;
  const shown = new Set([entry_seq, exit_seq, exit_seq === null ? null : exit_seq + 1]);
  const seqs = [
    entry_seq === null ? undefined : entry_seq - 1,
    ...(around === undefined ? [] : [around, around + 1]),
    ...(gapEnd === undefined ? [] : [gapEnd - 1, gapEnd]),
  ].filter((seq) => seq !== undefined && !shown.has(seq));
  return prove(evidence, {
    kind: 'option',
    userId: order.user_id,
    id,
    seqs: [id, order.entered_by, order.settled_by].filter((seq) => seq !== null),
    terms: [{ type: 'options.define', named: ['code', code], version: order.terms_version }],
    ticks: [...new Set(seqs)].map(numbered),
    ...(order.state === 'settled' && entry_at !== null && exit_at !== null
      ? { window: { code, from: entry_at, to: exit_at } }
      : {}),
    around,
    gapEnd,
  });
}
