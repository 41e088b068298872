import { sliceOf } from '../../kernel/core/state.ts';
import type { ChangeOf, CoreState } from '../../kernel/core/types.ts';
import type { PriceAlert } from './rows.ts';
import { Watch } from './watch.ts';

export const ALERTS = { name: 'alerts' } as const;

export type AlertRows = { readonly price_alerts: PriceAlert };

/** Active alerts. Everything else is derived from `alerts`. */
export interface AlertsSlice {
  readonly alerts: Map<number, PriceAlert>;
  readonly byUser: Map<number, Set<number>>;
  readonly byCode: Map<string, Watch>;
}

export const emptySlice = (): AlertsSlice => ({ alerts: new Map(), byUser: new Map(), byCode: new Map() });

export const alertsOf = (state: CoreState): AlertsSlice => sliceOf<AlertsSlice>(state, ALERTS);

export function reduce(slice: AlertsSlice, { row: alert }: ChangeOf<AlertRows>): void {
  const mine = slice.byUser.get(alert.user_id) ?? new Set<number>();
  const watch = slice.byCode.get(alert.code) ?? new Watch();
  if (alert.state === 'active') {
    slice.alerts.set(alert.id, alert);
    slice.byUser.set(alert.user_id, mine.add(alert.id));
    slice.byCode.set(alert.code, watch);
    watch.add(alert);
    return;
  }
  slice.alerts.delete(alert.id);
  mine.delete(alert.id);
  if (mine.size === 0) slice.byUser.delete(alert.user_id);
  watch.remove(alert.id);
  if (watch.size === 0) slice.byCode.delete(alert.code);
}
