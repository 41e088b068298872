import type { Decision, OperatorBody } from '../authority.ts';
import { CODE } from '../codes.ts';
import { type ExpectedRow, type Prediction, refusal } from '../prediction.ts';
import type { Reference } from '../product.ts';
import type { Entry } from '../stored.ts';
import { digestOf, type Payable } from './payout-rules.ts';

export type PayoutRow = Payable & {
  state: string;
  batch: number | null;
  file: number | null;
  trouble: string | null;
  closed_at: number | null;
};
interface File {
  readonly row: Readonly<Record<string, unknown>>;
  isVoid: boolean;
}

export const STUCK_MS = 6 * 3_600_000;

/** What files ask of the model of withdrawals. */
export interface FilesOf {
  readonly rows: ReadonlyMap<number, PayoutRow>;
  readonly barrier: (row: PayoutRow) => number | undefined;
  readonly duty: (entry: Entry, row: PayoutRow) => number | undefined;
  readonly stored: (row: PayoutRow) => ExpectedRow;
  /** Whether rows are compared with those of the log. */
  readonly isStrict: () => boolean;
}

/** Exported files, and what stops or leaves a batch. */
export class PayoutFilesModel {
  readonly #deps: FilesOf;
  readonly #files = new Map<number, File>();

  constructor(deps: FilesOf) {
    this.#deps = deps;
  }

  export(entry: Entry): Decision {
    const body = entry.body as unknown as OperatorBody & {
      number: number;
      batch: number;
      format: string;
      ids: number[];
      shown: string[];
      digest: string;
      payments: string;
    };
    const { number, batch, format, ids, shown, digest, payments, by } = body;
    if (ids.length === 0 || new Set(ids).size !== ids.length) return refusal(CODE.range, 'ids');
    const chosen: PayoutRow[] = [];
    for (const [place, id] of ids.entries()) {
      const field = `ids.${place}`;
      const row = this.#deps.rows.get(id);
      if (row === undefined || row.closed_at !== null || row.batch !== batch) return refusal(CODE.nothingFound, field);
      if (row.state !== 'approved') return refusal(CODE.final, field);
      if (row.file !== null) return { ...refusal(CODE.inFile, field), counts: ['a payout exported twice'] };
      const barrier = this.#deps.barrier(row) ?? this.#deps.duty(entry, row);
      if (barrier !== undefined) return refusal(barrier);
      const isAltered = this.#deps.isStrict() && (shown[place] !== digestOf(row) || row.trouble === 'altered');
      if (isAltered) return refusal(CODE.altered, field);
      chosen.push(row);
    }
    const isStopped = [...this.#deps.rows.values()].some(
      (row) => row.state === 'approved' && row.batch === batch && row.file === null && row.trouble === 'altered',
    );
    if (isStopped) return refusal(CODE.altered, 'batch');
    if (number !== Math.max(0, ...this.#files.keys()) + 1) return refusal(CODE.payoutsChanged, 'number');
    return {
      subject: `file ${number}`,
      before: null,
      after: { batch, format, withdrawals: ids, digest, payments },
      apply: ({ at }) => {
        const file = { number, batch, format, withdrawals: ids, digest, payments, made_by: by.operator, made_at: at };
        const row = { ...file, voided_by: null, voided_at: null };
        this.#files.set(number, { row, isVoid: false });
        for (const payout of chosen) payout.file = number;
        const rows = [{ table: 'payout_files', row }, ...chosen.map((payout) => this.#deps.stored(payout))];
        return { rows, counts: ['payouts exported'] };
      },
    };
  }

  void(entry: Entry): Decision {
    const { number, by } = entry.body as unknown as OperatorBody & { number: number };
    const file = this.#files.get(number);
    if (file === undefined || file.isVoid) return refusal(CODE.nothingFound, 'number');
    const open = (file.row.withdrawals as number[])
      .map((id) => this.#deps.rows.get(id)!)
      .filter((row) => row.state === 'approved' && row.file === number);
    return {
      subject: `file ${number}`,
      before: { withdrawals: file.row.withdrawals, digest: file.row.digest },
      after: { voided: true, free: open.map(({ id }) => id) },
      needsSecond: true,
      apply: ({ at }) => {
        file.isVoid = true;
        const row = { ...file.row, voided_by: by.operator, voided_at: at };
        for (const payout of open) payout.file = null;
        const rows = [{ table: 'payout_files', row }, ...open.map((payout) => this.#deps.stored(payout))];
        return { rows, counts: ['a file declared void'] };
      },
    };
  }

  compare({ user, body }: Entry): Prediction {
    const { id, shown } = body as { id: number; shown: string };
    const row = this.#deps.rows.get(id);
    if (row === undefined || row.closed_at !== null || row.user_id !== user) return refusal(CODE.nothingFound, 'id');
    const isSame = shown === digestOf(row);
    const before = row.trouble;
    if (!isSame) row.trouble = 'altered';
    else if (before === 'altered') row.trouble = null;
    const rows = row.trouble === before ? [] : [this.#deps.stored(row)];
    return { code: CODE.done, result: { id, isSame }, rows, counts: rows.map(() => 'a payout compared') };
  }

  leave({ body }: Entry): Prediction {
    const { withdrawals } = body as { withdrawals: number[] };
    const rows = withdrawals.flatMap((id) => {
      const row = this.#deps.rows.get(id)!;
      if (row.batch === null || row.closed_at !== null) return [];
      row.batch = null;
      return [this.#deps.stored(row)];
    });
    return { code: CODE.done, result: { withdrawals: rows.length }, rows, counts: rows.map(() => 'a payout left') };
  }

  /** Sent long ago without a confirmation. */
  stuck({ seq, at, body }: Entry, findings: Reference['findings']): Prediction {
    const { withdrawals } = body as { withdrawals: number[] };
    const rows = withdrawals.map((id) => {
      const row = this.#deps.rows.get(id)!;
      const isLate = row.state === 'sent' && row.trouble === null && Number(row.sent_at ?? at) + STUCK_MS <= at;
      findings.check(isLate, () => `entry ${seq} calls withdrawal ${id} stuck too early`);
      row.trouble = 'stuck';
      return this.#deps.stored(row);
    });
    return { code: CODE.done, result: { withdrawals: rows.length }, rows, counts: rows.map(() => 'withdrawal stuck') };
  }

  uncount({ body }: Entry): Prediction {
    const { withdrawals } = body as { withdrawals: number[] };
    const rows = withdrawals.flatMap((id) => {
      const row = this.#deps.rows.get(id)!;
      if (row.counts_until === null) return [];
      Object.assign(row, { counts_until: null });
      return [this.#deps.stored(row)];
    });
    return { code: CODE.done, result: { withdrawals: rows.length }, rows };
  }
}
