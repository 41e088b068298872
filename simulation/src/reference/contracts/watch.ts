import { type Entry, type StoredTick, tickName } from '../stored.ts';
import { type Contract, convertsBy } from './position.ts';
import type { ContractsState } from './state.ts';
import { lapsesAt, meets, type TriggerContext } from './triggers.ts';

/**
 * Whether every tick fires what it meets, on its instrument and on those whose quote asset it
 * converts.
 */
export class ContractWatch {
  readonly #model: ContractsState;
  /** Positions that another order reverses, once they have ended. */
  readonly #ended = new Map<number, Contract>();

  constructor(model: ContractsState) {
    this.#model = model;
  }

  /** Call it when an order has ended. */
  end(order: Contract): void {
    if (order.reversedBy !== null) this.#ended.set(order.id, order);
  }

  /** After a tick, once what it fired is known. */
  checkTick(tick: StoredTick): void {
    this.#checkFired(tick, tick);
    for (const code of this.#convertedBy(tick)) {
      const last = this.tradedAt(code, tick.at);
      if (last !== undefined) this.#checkFired(last, tick);
    }
  }

  /** Instruments whose positions a tick of another one converts. */
  #convertedBy(tick: StoredTick): Set<string> {
    const codes = new Set<string>();
    for (const order of this.#model.live.values()) {
      if (order.code !== tick.code && convertsBy(order)?.code === tick.code) codes.add(order.code);
    }
    return codes;
  }

  /** The last price of an instrument at which something may end because of its rate. */
  tradedAt(code: string, at: number): StoredTick | undefined {
    const { prices, sessionEnd, heldFact } = this.#model.reference;
    const last = prices.last(code);
    const isTraded = sessionEnd(code, at) !== null && heldFact(code, at).held === undefined;
    const isFresh = last !== undefined && at - last.at <= (this.#model.terms.get(code)?.stalenessMs ?? 0);
    return isTraded && isFresh ? last : undefined;
  }

  around(came: StoredTick, code: string): TriggerContext {
    return {
      came,
      rate: (by) => (by === came.code ? came : (this.#model.reference.prices.last(by) ?? null)),
      endsAt: this.#model.reference.sessionEnd(code, came.at),
      position: (id) => this.#model.live.get(id) ?? this.#closedBy(came, id),
    };
  }

  /** A position that this very tick has closed: what opens instead is judged with it. */
  #closedBy(came: StoredTick, id: number): Contract | undefined {
    const order = this.#ended.get(id);
    return order?.changedBy === tickName(came) ? order : undefined;
  }

  #checkFired(tick: StoredTick, came: StoredTick): void {
    const around = this.around(came, tick.code);
    for (const order of this.#model.live.values()) {
      if (order.code !== tick.code || (came === tick && order.opened?.tick.seq === tick.seq)) continue;
      // What it changed itself, the next one judges.
      if (order.changedBy === tickName(came)) continue;
      if (this.#model.reference.hits.has(order.id)) continue;
      if (came === tick && lapsesAt(order) < tick.at)
        this.#model.reference.findings.add(
          `contract ${order.id} was not given up when ${tickName(tick)} came, too late for it`,
        );
      const met = meets(order, tick, around);
      if (met !== undefined) {
        this.#model.reference.findings.add(
          `contract ${order.id} did not fire at ${tickName(tick)} as ${tickName(came)} came, which meets its ${met}`,
        );
      }
    }
  }

  /** The rates that an entry names are the last ones, and it names a close that it is due to. */
  checkNamed(entry: Entry, tick: StoredTick, came: StoredTick | undefined): void {
    const { rates, closesAt } = entry.body as { rates?: Record<string, StoredTick>; closesAt?: number };
    const { findings, sessionEnd } = this.#model.reference;
    if (came === undefined) return;
    const around = this.around(came, tick.code);
    for (const [code, rate] of Object.entries(rates ?? {})) {
      findings.equal(`entry ${entry.seq}: rate of ${code}`, rate, around.rate(code));
    }
    if (closesAt !== undefined) {
      findings.equal(`entry ${entry.seq}: end of the session`, closesAt, sessionEnd(tick.code, came.at));
    }
  }
}
