import { ofHouse } from '../accounts.ts';
import type { Decided, Decision, OperatorBody } from '../authority.ts';
import { CODE } from '../codes.ts';
import { mustUnits } from '../figures.ts';
import { type ExpectedRow, type Prediction, refusal } from '../prediction.ts';
import type { Reference } from '../product.ts';
import type { Entry } from '../stored.ts';
import type { DepositsModel } from './deposits-model.ts';
import { transferProof } from './evidence-model.ts';
import { digestOf } from './payout-rules.ts';
import {
  ENDED_WATCH_MS,
  type RowEffects,
  type SecondPayment,
  unwantedHashes,
  type WithdrawalRow,
  withdrawalEvent,
} from './withdrawal-row.ts';

const SECOND_MS = 1_000;

/** What second payments ask of the model of withdrawals. */
export interface SecondPaymentsOf {
  readonly rows: ReadonlyMap<number, WithdrawalRow>;
  readonly accounts: Reference['accounts'];
  /** Version in force. */
  readonly rules: () => number;
  readonly evidence: DepositsModel['evidence'];
  readonly decision: (
    row: WithdrawalRow,
    change: Record<string, unknown>,
    apply: () => RowEffects,
  ) => Exclude<Decision, Prediction>;
  readonly stepped: (row: WithdrawalRow, entry: Entry, step: string, note: string) => ExpectedRow;
  readonly stored: (row: WithdrawalRow) => ExpectedRow;
  readonly alteredFault: (row: WithdrawalRow, shown: unknown) => Prediction | undefined;
}

/** Withdrawals that have ended, and that another of their transactions pays too. */
export class SecondPaymentsModel {
  readonly #deps: SecondPaymentsOf;

  constructor(deps: SecondPaymentsOf) {
    this.#deps = deps;
  }

  /** Its other transactions may still pay it. */
  watch(row: WithdrawalRow, at: number): void {
    const isOpen = row.method === 'crypto' && row.approvers !== null && 0 < unwantedHashes(row).length;
    if (12 <= this.#deps.rules() && isOpen) row.watched_until = at + ENDED_WATCH_MS;
  }

  checkNothingOverdue(at: number, findings: Reference['findings']): void {
    for (const { id, watched_until, trouble } of this.#deps.rows.values()) {
      const isOver = watched_until !== null && watched_until <= at && trouble !== 'paidTwice';
      findings.check(!isOver, () => `withdrawal ${id} is still watched a week after its end`);
    }
  }

  /** A watcher about one that has ended; undefined where it is not watched. */
  told(entry: Entry): Prediction | undefined {
    const { id, hash, outcome, shown, payment } = entry.body as {
      id: number;
      hash: string;
      outcome: string;
      shown?: string;
      payment?: { output: number | null; amount: string; at: number | null } | null;
    };
    const row = this.#deps.rows.get(id);
    if (row === undefined || row.watched_until === null) return undefined;
    const nothing: Prediction = { code: CODE.done, result: { id }, rows: [], events: [] };
    const since = Math.floor((row.approved_at ?? 0) / SECOND_MS) * SECOND_MS;
    const isPaid = payment != null && outcome !== 'stuck' && payment.at !== null && since <= payment.at;
    const seconds = row.second_payments ?? [];
    if (!isPaid || seconds.some((second) => second.hash === hash)) return nothing;
    if (!unwantedHashes(row).includes(hash)) return refusal(CODE.nothingFound, 'id');
    if (shown !== digestOf(row)) return refusal(CODE.altered, 'id');
    const proof = transferProof(row.network as string | null, hash, payment.output);
    if (this.#deps.evidence.isUsed(proof, row.id)) return nothing;
    const isBooked = mustUnits(payment.amount) <= this.#deps.accounts.of(ofHouse('real', row.asset, 'capital'));
    if (isBooked) this.#book(row, payment.amount);
    const second = { ...payment, hash, isBooked } as SecondPayment;
    Object.assign(row, { trouble: 'paidTwice', second_payments: [...seconds, second] });
    const binding = { kind: 'withdrawal', subject: row.id, user: row.user_id };
    const rows = [
      this.#deps.stepped(row, entry, 'paidTwice', hash),
      ...this.#deps.evidence.bind(proof, entry, binding),
    ];
    return { code: CODE.done, result: { id }, rows, events: [withdrawalEvent(row)], counts: ['withdrawal paid twice'] };
  }

  settle(entry: Decided): Decision {
    const { id, shown, payments } = entry.body as unknown as OperatorBody & {
      id: number;
      shown?: string;
      payments: readonly { hash: string; amount: string }[];
    };
    const row = this.#deps.rows.get(id);
    if (row === undefined || row.user_id !== entry.user || row.watched_until === null)
      return refusal(CODE.nothingFound, 'id');
    if (row.trouble !== 'paidTwice') return refusal(CODE.final, 'id');
    const fault = this.#deps.alteredFault(row, shown);
    if (fault !== undefined) return fault;
    const seconds = row.second_payments ?? [];
    const textOf = (all: readonly { hash: string; amount: string }[]): string =>
      all.map(({ hash, amount }) => `${hash} ${amount}`).join();
    if (textOf(seconds) !== textOf(payments)) return refusal(CODE.payoutsChanged, 'payments');
    const due = seconds.filter(({ isBooked }) => !isBooked);
    const total = due.reduce((sum, { amount }) => sum + mustUnits(amount), 0n);
    if (this.#deps.accounts.of(ofHouse('real', row.asset, 'capital')) < total) return refusal(CODE.poolFull, 'id');
    const secondPayments = seconds.map(({ hash, amount }) => ({ hash, amount }));
    const made = this.#deps.decision(row, { secondPayments, settled: true }, () => {
      for (const { amount } of due) this.#book(row, amount);
      Object.assign(row, {
        trouble: null,
        watched_until: row.watched_until! <= entry.at ? null : row.watched_until,
        second_payments: seconds.map((second) => ({ ...second, isBooked: true })),
      });
      const events = [withdrawalEvent(row)];
      return { rows: [this.#deps.stored(row)], events, counts: ['a second payment settled'] };
    });
    return { ...made, needsSecond: true };
  }

  unwatch({ seq, at, body }: Entry, findings: Reference['findings']): Prediction {
    const { withdrawals } = body as { withdrawals: number[] };
    const rows = withdrawals.flatMap((id) => {
      const row = this.#deps.rows.get(id)!;
      findings.check(
        row.watched_until !== null && row.watched_until <= at && row.trouble !== 'paidTwice',
        () => `entry ${seq} stops watching withdrawal ${id} too early`,
      );
      row.watched_until = null;
      return [this.#deps.stored(row)];
    });
    return { code: CODE.done, result: { withdrawals: rows.length }, rows };
  }

  /** What left a second time is the loss of the house. */
  #book({ asset }: WithdrawalRow, amount: string): void {
    this.#deps.accounts.move(ofHouse('real', asset, 'capital'), ofHouse('real', asset, 'external'), mustUnits(amount));
  }
}
