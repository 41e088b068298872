import type { ExpectedRow } from '../prediction.ts';
import type { Entry } from '../stored.ts';
import type { DepositRow as Row } from './deposit-rows.ts';

/** What an operator must look at, whether somebody has or not. */
export class DepositAlarms {
  readonly #open = new Map<number, Record<string, unknown>>();

  raise({ seq, at }: Entry, row: Row, kind: string, amount: string): ExpectedRow {
    const { id: deposit, user_id, asset } = row;
    const alarm = { id: seq, kind, deposit, user_id, asset, amount, raised_at: at, closed_at: null, closed_by: null };
    this.#open.set(seq, alarm);
    return { table: 'deposit_alarms', row: alarm };
  }

  has({ id }: Row): boolean {
    return [...this.#open.values()].some(({ deposit, closed_by }) => deposit === id && closed_by === null);
  }

  close({ id }: Row, { seq, at }: Entry): ExpectedRow[] {
    const open = [...this.#open.values()].filter(({ deposit, closed_by }) => deposit === id && closed_by === null);
    return open.map((alarm) => {
      Object.assign(alarm, { closed_at: at, closed_by: seq });
      return { table: 'deposit_alarms', row: { ...alarm } };
    });
  }
}
