import type { Decided, Decision, OperatorBody } from '../authority.ts';
import { CODE } from '../codes.ts';
import { type ExpectedRow, type Prediction, refusal } from '../prediction.ts';
import type { Entry } from '../stored.ts';
import type { DepositsModel } from './deposits-model.ts';
import { entryProof, transferProof } from './evidence-model.ts';
import { digestOf } from './payout-rules.ts';
import { hashesOf, type RowEffects, type WithdrawalRow, withdrawalEvent } from './withdrawal-row.ts';

interface Payment {
  readonly output: number | null;
  readonly amount: string;
  readonly at: number | null;
}
const HASHES_MAX = 10;
const SECOND_MS = 1_000;

/** What confirming asks of the model of withdrawals. */
export interface ConfirmationsOf {
  readonly rows: ReadonlyMap<number, WithdrawalRow>;
  readonly deposits: Pick<DepositsModel, 'evidence' | 'watcherOf'>;
  readonly isStrict: () => boolean;
  /** Whether hashes that did not pay stay beside the one that did. */
  readonly remembersAll: () => boolean;
  readonly own: (entry: Entry) => WithdrawalRow | undefined;
  readonly paymentFault: (entry: Decided, row: WithdrawalRow, shown: unknown) => Prediction | undefined;
  readonly decision: (
    row: WithdrawalRow,
    change: Record<string, unknown>,
    apply: () => RowEffects,
  ) => Exclude<Decision, Prediction>;
  readonly stepped: (row: WithdrawalRow, entry: Entry, step: string, note: string) => ExpectedRow;
  readonly stored: (row: WithdrawalRow) => ExpectedRow;
  readonly arrived: (row: WithdrawalRow, entry: Entry) => RowEffects & { readonly rows: ExpectedRow[] };
}

/** Which payment confirms which withdrawal: each one, once. */
export class PayoutConfirmations {
  readonly #deps: ConfirmationsOf;

  constructor(deps: ConfirmationsOf) {
    this.#deps = deps;
  }

  replace(entry: Decided): Decision {
    const { shown, ...body } = entry.body as unknown as { hash: string; shown?: string };
    const hash = body.hash.trim();
    const row = this.#deps.own(entry);
    if (row === undefined) return refusal(CODE.nothingFound, 'id');
    if (row.state !== 'sent') return refusal(CODE.final, 'id');
    if (hash === '') return refusal(CODE.required, 'hash');
    if (row.method === 'bank') return refusal(CODE.network, 'id');
    const hashes = hashesOf(row);
    if (hashes.includes(hash)) return refusal(CODE.range, 'hash');
    if (HASHES_MAX <= hashes.length) return refusal(CODE.capacity);
    const fault = this.#deps.paymentFault(entry, row, shown);
    if (fault !== undefined) return fault;
    return this.#deps.decision(row, { txHash: hash }, () => {
      Object.assign(row, { tx_hash: hash, replaced: hashes, trouble: null, sent_at: entry.at });
      return {
        rows: [this.#deps.stepped(row, entry, 'replaced', hash)],
        events: [withdrawalEvent(row)],
        counts: ['withdrawal replaced'],
      };
    });
  }

  confirm(entry: Decided): Decision {
    const row = this.#deps.own(entry);
    if (row === undefined) return refusal(CODE.nothingFound, 'id');
    if (row.state !== 'sent') return refusal(CODE.final, 'id');
    if (!this.#deps.isStrict())
      return this.#deps.decision(row, { state: 'confirmed' }, () => this.#deps.arrived(row, entry));
    const {
      shown,
      output = null,
      valueDate = null,
    } = entry.body as OperatorBody & {
      shown?: string;
      output?: number | null;
      valueDate?: string | null;
    };
    const fault = this.#deps.paymentFault(entry, row, shown);
    if (fault !== undefined) return fault;
    const isBank = row.method === 'bank';
    if (!isBank && this.#deps.deposits.watcherOf(row.network as string) === 'well')
      return { ...refusal(CODE.watcherDecides, 'id'), counts: ['a person against a watcher'] };
    if (isBank && valueDate === null) return refusal(CODE.required, 'valueDate');
    const approvedOn = new Date(row.approved_at ?? 0).toISOString().slice(0, 10);
    if (isBank && valueDate! < approvedOn) return refusal(CODE.range, 'valueDate');
    const proof = isBank
      ? entryProof('EUR', valueDate!, row.currency_amount as string, row.tx_hash!)
      : transferProof(row.network as string | null, row.tx_hash!, output);
    const { evidence } = this.#deps.deposits;
    if (evidence.isUsed(proof, row.id)) return refusal(CODE.evidenceUsed, isBank ? 'valueDate' : 'output');
    const made = this.#deps.decision(row, { state: 'confirmed' }, () => {
      Object.assign(row, { paid: { output, amount: row.received, at: null } });
      const bound = evidence.bind(proof, entry, { kind: 'withdrawal', subject: row.id, user: row.user_id });
      const arrived = this.#deps.arrived(row, entry);
      return { ...arrived, rows: [...arrived.rows, ...bound] };
    });
    if ('code' in made) return made;
    const similar = evidence.similarTo(proof, row.id, null);
    const similarity = similar.length === 0 ? {} : { similar };
    return { ...made, after: { ...(made.after as object), ...similarity }, needsSecond: !isBank || 0 < similar.length };
  }

  confirmed(entry: Entry): Prediction {
    const { id, hash, outcome, shown, payment } = entry.body as {
      id: number;
      hash: string;
      outcome: string;
      shown?: string;
      payment?: Payment | null;
    };
    const row = this.#deps.rows.get(id);
    if (row?.state !== 'sent' || !hashesOf(row).includes(hash)) return refusal(CODE.nothingFound, 'id');
    const nothing: Prediction = { code: CODE.done, result: { id }, rows: [], events: [] };
    const marked = (trouble: string, found?: Payment): Prediction => {
      row.trouble = trouble;
      if (found !== undefined) Object.assign(row, { paid: found });
      return { code: CODE.done, result: { id }, rows: [this.#deps.stored(row)], counts: [`payout ${trouble}`] };
    };
    if (outcome !== 'confirmed' && hash !== row.tx_hash) return nothing;
    const isStrict = this.#deps.isStrict() && row.approvers !== null;
    if (isStrict && shown !== digestOf(row)) return marked('altered');
    if (outcome === 'confirmed') {
      if (!isStrict) return { code: CODE.done, result: { id }, ...this.#deps.arrived(row, entry) };
      if (payment == null) return refusal(CODE.required, 'payment');
      const since = Math.floor((row.approved_at ?? 0) / SECOND_MS) * SECOND_MS;
      if (payment.at === null || payment.at < since) return marked('early', payment);
      if (payment.amount !== row.received) return marked('differs', payment);
      const proof = transferProof(row.network as string | null, hash, payment.output);
      if (this.#deps.deposits.evidence.isUsed(proof, row.id)) return marked('used', payment);
      if (this.#deps.remembersAll() && row.replaced !== null)
        Object.assign(row, { replaced: hashesOf(row).filter((known) => known !== hash) });
      Object.assign(row, { paid: payment, tx_hash: hash });
      const arrived = this.#deps.arrived(row, entry);
      const binding = { kind: 'withdrawal', subject: row.id, user: row.user_id };
      const rows = [...arrived.rows, ...this.#deps.deposits.evidence.bind(proof, entry, binding)];
      return { code: CODE.done, result: { id }, ...arrived, rows };
    }
    if (outcome === 'wrong' && payment != null) return marked('differs', payment);
    if (row.trouble !== null && outcome !== 'wrong') return nothing;
    return marked(outcome === 'wrong' ? 'reverted' : 'stuck');
  }
}
