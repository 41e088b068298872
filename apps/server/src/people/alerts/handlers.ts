import { code } from '@glasshouse/api/codes';
import { parseDecimal } from '@glasshouse/rules/money';
import { awaitsAction } from '../../corporate-actions/slice.ts';
import { figureOf } from '../../figures/in-force.ts';
import { isHit } from '../../kernel/core/hits.ts';
import { internalCommands } from '../../kernel/core/internal-commands.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type {
  Command,
  CommandInput,
  CoreModule,
  CoreState,
  Json,
  MarketView,
  Outcome,
  Refusal,
  RowChange,
  Tick,
  UserEvent,
} from '../../kernel/core/types.ts';
import { followAction } from './adjust.ts';
import { ALERTS_TABLE, type AlertLevel, type AlertTick, alertChange, opening, type PriceAlert } from './rows.ts';
import { ALERTS, type AlertRows, type AlertsSlice, alertsOf, emptySlice, reduce } from './slice.ts';
import { alertWire } from './view.ts';

/** `precision` is the instrument's as of now; the core keeps it with the alert. */
export type AddBody = {
  readonly code: string;
  readonly precision: number;
  /** Null: the opening of a market that is closed. */
  readonly price: string | null;
};
export type RemoveBody = { readonly id: number };
export type FireBody = { readonly tick: Tick; readonly alerts: readonly number[] };
/** Null: there was never a price. */
export type AddFacts = { readonly seq: number; readonly mid: number } | null;

export type AlertCommands = {
  readonly 'alerts.add': { readonly body: AddBody; readonly facts: AddFacts };
  readonly 'alerts.remove': { readonly body: RemoveBody; readonly facts: null };
  readonly 'alerts.fire': { readonly body: FireBody; readonly facts: null };
};

/**
 * Adds an alert. Refusals in order: 10015 never a price, 11061 not a price, off the instrument's
 * grid, or the current price, 11090 too many.
 */
function add(state: CoreState, command: Command<AddBody, AddFacts>): Outcome {
  const { userId, book, seq, at, body, facts } = command;
  const level = body.price === null ? opening : levelOf(body.price, body.precision, facts);
  if ('ok' in level) return level;
  if (figureOf(state, 'alerts.activeMax') <= (alertsOf(state).byUser.get(userId)?.size ?? 0))
    return refuse(code.tooManyAlerts);
  const alert: PriceAlert = {
    id: seq,
    user_id: userId,
    book,
    code: body.code,
    precision: body.precision,
    direction: level.direction,
    points: level.points,
    // An opening may be the first price that there ever is.
    judged_by: facts?.seq ?? 0,
    state: 'active',
    placed_at: at,
    fired_at: null,
    tick: null,
    closed_by: null,
  };
  return changed([alert]);
}

function levelOf(price: string, precision: number, facts: AddFacts): AlertLevel | Refusal {
  if (facts === null) return refuse(code.notTradable, 'code');
  const points = Number(parseDecimal(withoutZeros(price), precision) ?? 0n);
  if (!Number.isSafeInteger(points) || points <= 0 || points === facts.mid) {
    return refuse(code.orderPriceIncorrect, 'price');
  }
  return { direction: facts.mid < points ? 'above' : 'below', points };
}

/** 1.50 lies on a grid of tenths. */
const withoutZeros = (price: string): string => (price.includes('.') ? price.replace(/\.?0+$/, '') : price);

/** Removes an active alert of the user; 11053 when there is none with that id that is not hit. */
function remove(state: CoreState, command: Command<RemoveBody>): Outcome {
  const { id } = command.body;
  const alert = alertsOf(state).alerts.get(id);
  if (alert === undefined || alert.user_id !== command.userId || isHit(state, id)) {
    return refuse(code.nothingFound, 'id');
  }
  return changed([{ ...alert, state: 'removed', closed_by: command.seq }]);
}

/** Fires alerts by the tick that reached them. */
function fire(state: CoreState, command: Command<FireBody>): Outcome {
  const { tick, alerts } = command.body;
  const { seq, bid, ask, mid, at } = tick;
  const alertTick: AlertTick = { seq, bid, ask, mid, at };
  const slice = alertsOf(state);
  return changed(
    alerts.map((id): PriceAlert => {
      const alert = slice.alerts.get(id);
      if (alert === undefined) throw new Error(`alert ${id} is not active`);
      const reached = alert.direction === 'above' ? alert.points <= mid : mid <= alert.points;
      if (alert.code !== tick.code || tick.seq <= alert.judged_by || !reached) {
        throw new Error(`tick ${tick.seq} cannot fire alert ${id}`);
      }
      return { ...alert, state: 'fired', fired_at: command.at, tick: alertTick, closed_by: command.seq };
    }),
  );
}

/** A single alert is answered in full, several by their count. */
function changed(alerts: readonly PriceAlert[]): Outcome {
  const rows: RowChange[] = alerts.map(alertChange);
  const events: UserEvent[] = alerts.map((alert) => ({
    userId: alert.user_id,
    book: alert.book,
    kind: 'alert',
    data: alertWire(alert),
  }));
  const [only] = alerts;
  const result: Json = only !== undefined && alerts.length === 1 ? alertWire(only) : { alerts: alerts.length };
  return { ok: true, result, postings: [], rows, events };
}

function gatherAdd({ body }: CommandInput<AddBody>, _at: number, market: MarketView): AddFacts {
  const tick = market.lastTick(body.code);
  return tick === undefined ? null : { seq: tick.seq, mid: tick.mid };
}

/**
 * Alerts that the tick reaches: O(log n) for each, nothing for the others. A live source may tick
 * outside of trading hours, which opens no market.
 */
function onTick(state: CoreState, tick: Tick, market: MarketView): CommandInput[] {
  if (awaitsAction(state, tick)) return [];
  const slice = alertsOf(state);
  const isClosed = (): boolean => market.sessionEndsAt(tick.code, tick.at) === undefined;
  const reached = slice.byCode.get(tick.code)?.take(tick, isClosed) ?? [];
  const bodyOf = (alerts: readonly number[]): FireBody => ({ tick, alerts });
  return internalCommands(reached, { type: 'alerts.fire', live: slice.alerts, bodyOf });
}

/** Alerts hold no money: a reset of the demo book leaves them alone. */
export const alertsModule: CoreModule<AlertCommands, AlertRows, AlertsSlice> = {
  name: ALERTS.name,
  initial: emptySlice,
  tables: [ALERTS_TABLE],
  reduce,
  handlers: { 'alerts.add': add, 'alerts.remove': remove, 'alerts.fire': fire },
  gather: { 'alerts.add': gatherAdd },
  internal: ['alerts.fire'],
  onTick,
  follows: followAction,
};
