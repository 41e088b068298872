import { code } from '@glasshouse/api/codes';
import { formatAmount, parseAmount } from '@glasshouse/rules/money';
import { canonicalTxHash } from '../../chains/tx-hash.ts';
import { changeOf, notOwned } from '../../kernel/effects.ts';
import { refuse } from '../../kernel/refusal.ts';
import { sliceOf } from '../../kernel/state.ts';
import type { ChangeOf, Command, CoreModule, CoreState, Refusal, RowChange, TableSpec } from '../../kernel/types.ts';
import { DigestTable } from '../../platform/digest-table.ts';

/**
 * What shows that money came or went. `output` is the log index or output of the transaction; null
 * stands for the whole transaction, with every output of it.
 */
export type Evidence =
  | { readonly kind: 'chain'; readonly network: string; readonly hash: string; readonly output: number | null }
  | {
      readonly kind: 'bank';
      /** As the statement of the bank names the entry. */
      readonly reference: string;
      /** `YYYY-MM-DD`, as the statement says. */
      readonly valueDate: string;
      readonly currency: string;
      readonly amount: string;
    };

/** What evidence is for. Ids are numbers of the log, so no deposit has that of a withdrawal. */
export interface EvidenceSubject {
  readonly kind: 'deposit' | 'withdrawal';
  readonly id: number;
  readonly userId: number;
}

/** A row of `evidence`: used once, for ever. */
export type EvidenceRow = {
  /** The one spelling of the evidence. */
  readonly key: string;
  /** What all outputs of a transaction share; equal to the key where there are no outputs. */
  readonly source: string;
  readonly subject_kind: 'deposit' | 'withdrawal';
  readonly subject: number;
  readonly user_id: number;
  readonly bound_by: number;
  readonly bound_at: number;
};

const EVIDENCE_TABLE = {
  table: 'evidence',
  key: ['key'],
  born: 'appended',
  columns: {
    key: 'text',
    source: 'text',
    subject_kind: 'text',
    subject: 'bigint',
    user_id: 'bigint',
    bound_by: 'bigint',
    bound_at: 'timestamptz',
  },
  live: 'true',
} as const satisfies TableSpec<EvidenceRow>;

export type EvidenceRows = { readonly evidence: EvidenceRow };
export interface EvidenceSlice {
  /** Subjects by key. */
  readonly bound: DigestTable;
  /** One of the subjects of a transaction of which an output is bound. */
  readonly sources: DigestTable;
}

const EVIDENCE = { name: 'evidence' } as const;

function reduce({ bound, sources }: EvidenceSlice, change: ChangeOf<EvidenceRows>): void {
  if (change.table !== 'evidence') notOwned(EVIDENCE.name, change.table as never);
  const { key, source, subject } = change.row;
  bound.set(key, subject);
  sources.set(source, subject);
}

/** Which evidence was used. It has no commands: whoever decides over money binds what proves it. */
export const evidenceModule: CoreModule<Record<never, never>, EvidenceRows, EvidenceSlice> = {
  name: EVIDENCE.name,
  initial: () => ({ bound: new DigestTable(), sources: new DigestTable() }),
  tables: [EVIDENCE_TABLE],
  reduce,
  handlers: {},
  gather: {},
};

/** Letters and digits only: a bank prints the same reference with and without its spaces. */
const plainReference = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const isDate = (text: string): boolean => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const daysOfMonth = [31, year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28, 31, 30, 31, 30];
  const days = [...daysOfMonth, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return 1 <= day && day <= days;
};

/** The one spelling; a refusal that names the field where it has none. */
function spellingOf(evidence: Evidence): { readonly key: string; readonly source: string } | Refusal {
  if (evidence.kind === 'chain') {
    const { network, hash, output } = evidence;
    if (hash.trim() === '') return refuse(code.fieldRequired, 'hash');
    if (output !== null && !(Number.isSafeInteger(output) && 0 <= output)) return refuse(code.outOfRange, 'output');
    const source = `chain/${network}/${canonicalTxHash(hash.trim())}`;
    return { key: `${source}/${output ?? '*'}`, source };
  }
  const reference = plainReference(evidence.reference);
  const amount = parseAmount(evidence.amount);
  if (reference === '') return refuse(code.fieldRequired, 'reference');
  if (!isDate(evidence.valueDate)) return refuse(code.wrongFormat, 'valueDate');
  if (amount === undefined || amount <= 0n) return refuse(code.outOfRange, 'amount');
  const key = `bank/${evidence.currency}/${evidence.valueDate}/${formatAmount(amount)}/${reference}`;
  return { key, source: key };
}

/**
 * The deposit or withdrawal that has this evidence, or a part of it, or the whole of it; undefined
 * while it is free. With evidence that has no spelling: undefined as well.
 */
export function holderOf(state: CoreState, evidence: Evidence): number | undefined {
  const spelling = spellingOf(evidence);
  return 'ok' in spelling ? undefined : holderBy(state, spelling);
}

function holderBy(state: CoreState, { key, source }: { key: string; source: string }): number | undefined {
  if (!state.slices.has(EVIDENCE.name)) return undefined;
  const { bound, sources } = sliceOf<EvidenceSlice>(state, EVIDENCE);
  const whole = key === `${source}/*` ? sources.get(source) : bound.get(`${source}/*`);
  return bound.get(key) || whole || undefined;
}

/**
 * Binds evidence to a deposit or a withdrawal, for ever: the rows to add to what the command does,
 * none where it is bound to the same one already. Refusals: 11400 it is bound to another one, over
 * all people, in both directions; 11004, 11006 and 11008 name the part that is missing or wrong.
 */
export function bindEvidence(
  state: CoreState,
  command: Pick<Command, 'seq' | 'at'>,
  { subject, evidence, field }: { subject: EvidenceSubject; evidence: Evidence; field: string },
): readonly RowChange[] | Refusal {
  const spelling = spellingOf(evidence);
  if ('ok' in spelling) return spelling;
  const holder = holderBy(state, spelling);
  if (holder !== undefined && holder !== subject.id) return refuse(code.evidenceUsed, field);
  if (holder === subject.id && sliceOf<EvidenceSlice>(state, EVIDENCE).bound.get(spelling.key) === subject.id) {
    return [];
  }
  const row: EvidenceRow = {
    ...spelling,
    subject_kind: subject.kind,
    subject: subject.id,
    user_id: subject.userId,
    bound_by: command.seq,
    bound_at: command.at,
  };
  return [changeOf(EVIDENCE_TABLE, row)];
}

/** Whether `bindEvidence` answered with a refusal. */
export const isRefused = (bound: readonly RowChange[] | Refusal): bound is Refusal => 'ok' in bound;
