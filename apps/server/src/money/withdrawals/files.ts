import { code } from '@glasshouse/api/codes';
import { type Decision, operatorHandler } from '../../authority/action.ts';
import type { OperatorBody } from '../../authority/stamp.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Command, CoreState, Outcome, Refusal } from '../../kernel/core/types.ts';
import { dutyFault } from './duties.ts';
import { alteredFault, payeeDigest } from './payee-digest.ts';
import type { WithdrawalPorts } from './ports.ts';
import { barrierOf, payeeBarrier } from './request.ts';
import { fileChange, type Withdrawal, withdrawalChange } from './rows.ts';
import { withdrawalsOf } from './slice.ts';

export const PAYOUT_FORMATS = ['safe', 'links', 'csv', 'pain03', 'pain09'] as const;
export type PayoutFormat = (typeof PAYOUT_FORMATS)[number];

export type ExportBody = OperatorBody<{
  /** The one after the newest: made twice at once, the second file is refused. */
  readonly number: number;
  readonly batch: number;
  readonly format: PayoutFormat;
  readonly ids: readonly number[];
  /** Digests of the payouts as the server read them, in the order of the numbers. */
  readonly shown: readonly string[];
  /** SHA-256 of the file, and of the payments in it. */
  readonly digest: string;
  readonly payments: string;
}>;
export type VoidBody = OperatorBody<{ readonly number: number }>;
/** Payouts as the server reads them from the database, with their digests. */
export type CompareBody = { readonly id: number; readonly shown: string };
export type LeaveBody = { readonly withdrawals: readonly number[] };

/**
 * Hands payouts over to be signed: each once, only what is approved and unpaid, of people who may
 * be paid now. One altered payout stops its whole batch.
 */
function exportFile(state: CoreState, command: Command<ExportBody>, ports: WithdrawalPorts): Decision | Refusal {
  const { number, batch, format, ids, shown, digest, payments, by } = command.body;
  const slice = withdrawalsOf(state);
  if (ids.length === 0 || new Set(ids).size !== ids.length) return refuse(code.outOfRange, 'ids');
  const chosen: Withdrawal[] = [];
  for (const [place, id] of ids.entries()) {
    const field = `ids.${place}`;
    const found = slice.withdrawals.get(id);
    if (found === undefined || found.batch !== batch) return refuse(code.nothingFound, field);
    if (found.state !== 'approved') return refuse(code.orderAlreadyFinal, field);
    if (found.file !== null) return refuse(code.payoutInFile, field);
    const fault =
      barrierOf(state, found.user_id, ports) ??
      payeeBarrier(state, found, ports) ??
      dutyFault(state, command, found) ??
      alteredFault(state, found, shown[place], field);
    if (fault !== undefined) return fault;
    chosen.push(found);
  }
  const isStopped = [...slice.prepared].some((id) => {
    const row = slice.withdrawals.get(id);
    return row?.batch === batch && row.trouble === 'altered';
  });
  if (isStopped) return refuse(code.payoutAltered, 'batch');
  if (number !== slice.lastFile + 1) return refuse(code.payoutsChanged, 'number');
  const file = {
    number,
    batch,
    format,
    withdrawals: [...ids],
    digest,
    payments,
    made_by: by.operator,
    made_at: command.at,
    voided_by: null,
    voided_at: null,
  };
  return {
    ok: true,
    subject: `file ${number}`,
    before: null,
    after: { batch, format, withdrawals: [...ids], digest, payments },
    postings: [],
    rows: [fileChange(file), ...chosen.map((row) => withdrawalChange({ ...row, file: number }))],
    events: [],
  };
}

export const exportHandler = (ports: WithdrawalPorts) =>
  operatorHandler<ExportBody>({
    permission: 'withdrawals.pay',
    decide: (state, command) => exportFile(state, command, ports),
  });

/** It was not signed and never will be: what is still unpaid of it may be exported again. */
function voidFile(state: CoreState, command: Command<VoidBody>): Decision | Refusal {
  const { number, by } = command.body;
  const slice = withdrawalsOf(state);
  const file = slice.files.get(number);
  if (file === undefined) return refuse(code.nothingFound, 'number');
  const open = file.withdrawals
    .map((id) => slice.withdrawals.get(id))
    .filter((row): row is Withdrawal => row?.state === 'approved' && row.file === number);
  return {
    ok: true,
    subject: `file ${number}`,
    before: { withdrawals: [...file.withdrawals], digest: file.digest },
    after: { voided: true, free: open.map(({ id }) => id) },
    postings: [],
    rows: [
      fileChange({ ...file, voided_by: by.operator, voided_at: command.at }),
      ...open.map((row) => withdrawalChange({ ...row, file: null })),
    ],
    events: [],
  };
}

/** Signed after all, its payouts would be paid twice: two persons say that it was not. */
export const voidHandler = operatorHandler<VoidBody>({
  permission: 'withdrawals.pay',
  secondPerson: () => true,
  decide: voidFile,
});

/** Raises the alarm where the database shows another payout than the log, and ends it. */
export function compare(state: CoreState, command: Command<CompareBody>): Outcome {
  const { id, shown } = command.body;
  const found = withdrawalsOf(state).withdrawals.get(id);
  if (found === undefined || found.user_id !== command.userId) return refuse(code.nothingFound, 'id');
  const isSame = shown === payeeDigest(found);
  const trouble = isSame ? (found.trouble === 'altered' ? null : found.trouble) : 'altered';
  const rows = trouble === found.trouble ? [] : [withdrawalChange({ ...found, trouble })];
  return { ok: true, result: { id, isSame }, postings: [], rows, events: [] };
}

/** Prepared payouts of people who may not be paid any more leave their batch. */
export function leave(state: CoreState, command: Command<LeaveBody>): Outcome {
  const rows = command.body.withdrawals.flatMap((id) => {
    const found = withdrawalsOf(state).withdrawals.get(id);
    return found === undefined || found.batch === null ? [] : [withdrawalChange({ ...found, batch: null })];
  });
  return { ok: true, result: { withdrawals: rows.length }, postings: [], rows, events: [] };
}
