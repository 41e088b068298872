import { code } from '@glasshouse/api/codes';
import { parseDecimal } from '@glasshouse/rules/money';
import { internalCommands } from '../../kernel/internal-commands.ts';
import type {
  Command,
  CommandInput,
  CoreModule,
  CoreState,
  Json,
  MarketView,
  Outcome,
  RowChange,
  Tick,
  UserEvent,
} from '../../kernel/types.ts';
import { ACTIVE_ALERTS_MAX, ALERTS_TABLE, type AlertTick, alertChange, type PriceAlert } from './alert.ts';
import { ALERTS, type AlertsSlice, alertsOf, emptySlice, reduce } from './slice.ts';
import { alertWire } from './wire.ts';

/** `precision` is the instrument's, by the catalogue of the day: the core keeps it with the alert. */
export type AddBody = { readonly code: string; readonly precision: number; readonly price: string };
export type RemoveBody = { readonly id: number };
export type FireBody = { readonly tick: Tick; readonly alerts: readonly number[] };
/** Null: there was never a price. */
export type AddFacts = { readonly seq: number; readonly mid: number } | null;

const refuse = (number: number, field?: string): Outcome =>
  field === undefined ? { ok: false, code: number } : { ok: false, code: number, fields: { [field]: number } };

/**
 * Adds an alert. Refusals in order: 10015 never a price, 11061 a price that is none, off the grid of the instrument, or
 * the price of this moment, 11090 too many.
 */
function add(state: CoreState, command: Command): Outcome {
  const body = command.body as AddBody;
  const facts = command.facts as AddFacts;
  const { userId, book, seq, at } = command;
  if (facts === null) return refuse(code.notTradable, 'code');
  const points = Number(parseDecimal(withoutZeros(body.price), body.precision) ?? 0n);
  if (!Number.isSafeInteger(points) || points <= 0 || points === facts.mid) {
    return refuse(code.orderPriceIncorrect, 'price');
  }
  if (ACTIVE_ALERTS_MAX <= (alertsOf(state).byUser.get(userId)?.size ?? 0)) return refuse(code.tooManyAlerts);
  const alert: PriceAlert = {
    id: seq,
    user_id: userId,
    book,
    code: body.code,
    precision: body.precision,
    direction: facts.mid < points ? 'above' : 'below',
    points,
    judged_by: facts.seq,
    state: 'active',
    placed_at: at,
    fired_at: null,
    tick: null,
    closed_by: null,
  };
  return changed([alert]);
}

/** 1.50 lies on a grid of tenths. */
const withoutZeros = (price: string): string => (price.includes('.') ? price.replace(/\.?0+$/, '') : price);

/** Ends an active alert of the user; 11053 when there is none of that number. */
function remove(state: CoreState, command: Command): Outcome {
  const { id } = command.body as RemoveBody;
  const alert = alertsOf(state).alerts.get(id);
  if (alert === undefined || alert.user_id !== command.userId) return refuse(code.nothingFound, 'id');
  return changed([{ ...alert, state: 'removed', closed_by: command.seq }]);
}

/** Fires alerts by the tick that reached them. */
function fire(state: CoreState, command: Command): Outcome {
  const { tick, alerts } = command.body as unknown as FireBody;
  const { seq, bid, ask, mid, at } = tick;
  const kept: AlertTick = { seq, bid, ask, mid, at };
  const slice = alertsOf(state);
  return changed(
    alerts.map((id): PriceAlert => {
      const alert = slice.alerts.get(id);
      if (alert === undefined) throw new Error(`alert ${id} is not active`);
      const reached = alert.direction === 'above' ? alert.points <= mid : mid <= alert.points;
      if (alert.code !== tick.code || tick.seq <= alert.judged_by || !reached) {
        throw new Error(`tick ${tick.seq} cannot fire alert ${id}`);
      }
      return { ...alert, state: 'fired', fired_at: command.at, tick: kept, closed_by: command.seq };
    }),
  );
}

/** One alert is answered as it is now, several by their number. */
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

function gather(input: CommandInput, _at: number, market: MarketView): Json {
  if (input.type !== 'alerts.add') return null;
  const tick = market.lastTick((input.body as AddBody).code);
  const facts: AddFacts = tick === undefined ? null : { seq: tick.seq, mid: tick.mid };
  return facts;
}

/** What a tick reaches fires, once. Costs O(log n) an alert that fires and nothing for the others. */
function onTick(state: CoreState, tick: Tick): CommandInput[] {
  const slice = alertsOf(state);
  const reached = slice.byCode.get(tick.code)?.take(tick.mid) ?? [];
  const bodyOf = (alerts: readonly number[]) => ({ tick: tick as unknown as Json, alerts });
  return internalCommands(reached, { type: 'alerts.fire', live: slice.alerts, bodyOf });
}

/** Alerts hold no money: a reset of the demo book leaves them as they are. */
export const alertsModule: CoreModule<AlertsSlice> = {
  name: ALERTS.name,
  initial: emptySlice,
  tables: [ALERTS_TABLE],
  reduce,
  handlers: { 'alerts.add': add, 'alerts.remove': remove, 'alerts.fire': fire },
  internal: ['alerts.fire'],
  gather,
  onTick,
};
