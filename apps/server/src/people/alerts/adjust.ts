import { splitPoints } from '@glasshouse/rules/corporate-actions';
import type { AdjustBody } from '../../corporate-actions/rows.ts';
import type { Command, CoreState, Effects } from '../../kernel/core/types.ts';
import { alertChange, isOpening, type PriceAlert } from './rows.ts';
import { alertsOf } from './slice.ts';
import { alertWire } from './view.ts';

/**
 * Price alerts move with a split, to the nearest point, and end with trading. Prices are the same
 * on both books, so each command sees to those of its own.
 */
export function followAction(state: CoreState, command: Command): Effects | undefined {
  const isEnd = command.type === 'instruments.end';
  if (!isEnd && command.type !== 'instruments.adjust') return undefined;
  const { seq, book, body } = command as Command<AdjustBody>;
  // A future goes on after its roll, at prices of the same size.
  if (isEnd ? body.kind === 'roll' : body.kind !== 'split') return undefined;
  const changed: PriceAlert[] = [];
  for (const alert of alertsOf(state).alerts.values()) {
    if (alert.code !== body.code || alert.book !== book) continue;
    if (isEnd) changed.push({ ...alert, state: 'removed', closed_by: seq });
    else if (!isOpening(alert)) changed.push({ ...alert, points: levelOf(alert, body) });
  }
  if (changed.length === 0) return undefined;
  return {
    postings: [],
    rows: changed.map(alertChange),
    events: changed.map((alert) => ({ userId: alert.user_id, book, kind: 'alert', data: alertWire(alert) })),
  };
}

/** One above the price stays above one point, which would be an alert of the opening. */
const levelOf = (alert: PriceAlert, ratio: AdjustBody): number =>
  Math.max(alert.direction === 'above' ? 2 : 1, splitPoints(alert.points, ratio, 'nearest'));
