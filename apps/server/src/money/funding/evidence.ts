import { code } from '@glasshouse/api/codes';
import { formatAmount, parseAmount } from '@glasshouse/rules/money';
import { canonicalTxHash } from '../../chains/tx-hash.ts';
import { figureOf } from '../../figures/in-force.ts';
import { changeOf, notOwned } from '../../kernel/core/effects.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { sliceOf } from '../../kernel/core/state.ts';
import type {
  ChangeOf,
  Command,
  CoreModule,
  CoreState,
  Outcome,
  Refusal,
  RowChange,
  TableSpec,
} from '../../kernel/core/types.ts';
import { DigestTable } from '../../platform/digest-table.ts';
import { ANY_DATE, plainReference, SimilarEntries } from './similar-entries.ts';

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
      /** `YYYY-MM-DD`, as the statement says; `*` where nobody wrote it down. */
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

/** A row of `evidence`: used once, for ever, unless two persons say that it was a mistake. */
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
  /** Keyed digest of the sender's name, by which similar entries of a bank are found. */
  readonly payer: string | null;
  /** Log entry by which two persons set it free; null while it is bound. */
  readonly released_by: number | null;
  readonly released_at: number | null;
};

const EVIDENCE_TABLE = {
  table: 'evidence',
  key: ['key'],
  columns: {
    key: 'text',
    source: 'text',
    subject_kind: 'text',
    subject: 'bigint',
    user_id: 'bigint',
    bound_by: 'bigint',
    bound_at: 'timestamptz',
    payer: 'text',
    released_by: 'bigint',
    released_at: 'timestamptz',
  },
  live: 'true',
} as const satisfies TableSpec<EvidenceRow>;

export type EvidenceRows = { readonly evidence: EvidenceRow };
export interface EvidenceSlice {
  /** Subjects by key. */
  readonly bound: DigestTable;
  /** One of the subjects of a transaction of which an output is bound. */
  readonly sources: DigestTable;
  /** Entries of banks by currency and amount, among which similar ones are found. */
  readonly entries: SimilarEntries;
}
/** Stands for what was set free: a digest table takes nothing out. */
const released = -1;

const EVIDENCE = { name: 'evidence' } as const;

function reduce({ bound, sources, entries }: EvidenceSlice, change: ChangeOf<EvidenceRows>): void {
  if (change.table !== 'evidence') notOwned(EVIDENCE.name, change.table);
  const { key, source, subject, payer, bound_by, bound_at } = change.row;
  const isFree = change.row.released_by !== null;
  bound.set(key, isFree ? released : subject);
  sources.set(source, isFree ? released : subject);
  if (isFree) entries.remove(key);
  else entries.add({ key, subject, payer, bound_by, bound_at });
}

/** One piece of evidence of before there was this registry. */
type FormerEvidence = {
  readonly evidence: Evidence;
  readonly kind: 'deposit' | 'withdrawal';
  readonly id: number;
  readonly userId: number;
};
export type ImportBody = { readonly pieces: readonly FormerEvidence[] };
type EvidenceCommands = { readonly 'evidence.import': { readonly body: ImportBody; readonly facts: null } };

/**
 * What deposits and withdrawals of before were decided by, as the server reads it from their rows.
 * What is bound already stays where it is; what has no spelling is left out.
 */
function importFormer(state: CoreState, command: Command<ImportBody>): Outcome {
  const rows = new Map<string, RowChange>();
  const sources = new Map<string, Set<string>>();
  for (const { evidence, kind, id, userId } of command.body.pieces) {
    const spelling = spellingOf(evidence);
    if ('ok' in spelling || holderBy(state, spelling) !== undefined) continue;
    const { key, source } = spelling;
    const parts = sources.get(source) ?? new Set();
    const isWhole = key === `${source}/*`;
    if (rows.has(key) || parts.has(`${source}/*`) || (isWhole && 0 < parts.size)) continue;
    sources.set(source, parts.add(key));
    rows.set(key, boundRow(command, { spelling, subject: { kind, id, userId }, payer: null }));
  }
  return { ok: true, result: { bound: rows.size }, postings: [], rows: [...rows.values()], events: [] };
}

/** Which evidence was used. Whoever decides over money binds what proves it. */
export const evidenceModule: CoreModule<EvidenceCommands, EvidenceRows, EvidenceSlice> = {
  name: EVIDENCE.name,
  initial: () => ({ bound: new DigestTable(), sources: new DigestTable(), entries: new SimilarEntries() }),
  tables: [EVIDENCE_TABLE],
  reduce,
  handlers: { 'evidence.import': importFormer },
  gather: {},
};

const isDate = (text: string): boolean => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const daysOfMonth = [31, year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28, 31, 30, 31, 30];
  const days = [...daysOfMonth, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return 1 <= day && day <= days;
};

interface Spelling {
  readonly key: string;
  readonly source: string;
  /** Of an entry of a bank: the same without its date. */
  readonly undated?: string;
}

/** The one spelling; a refusal that names the field where it has none. */
function spellingOf(evidence: Evidence): Spelling | Refusal {
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
  if (evidence.valueDate !== ANY_DATE && !isDate(evidence.valueDate)) return refuse(code.wrongFormat, 'valueDate');
  if (amount === undefined || amount <= 0n) return refuse(code.outOfRange, 'amount');
  const spelt = (date: string): string => `bank/${evidence.currency}/${date}/${formatAmount(amount)}/${reference}`;
  const key = spelt(evidence.valueDate);
  return { key, source: key, undated: spelt(ANY_DATE) };
}

/**
 * The deposit or withdrawal that has this evidence, or a part of it, or the whole of it; undefined
 * while it is free. With evidence that has no spelling: undefined as well.
 */
export function holderOf(state: CoreState, evidence: Evidence): number | undefined {
  const spelling = spellingOf(evidence);
  return 'ok' in spelling ? undefined : holderBy(state, spelling);
}

function holderBy(state: CoreState, { key, source, undated }: Spelling): number | undefined {
  if (!state.slices.has(EVIDENCE.name)) return undefined;
  const { bound, sources } = sliceOf<EvidenceSlice>(state, EVIDENCE);
  const whole = key === `${source}/*` ? sources.get(source) : bound.get(undated ?? `${source}/*`);
  return [bound.get(key), whole].find((holder) => 0 < holder);
}

/** Deposits and withdrawals whose entry of the bank looks like this one, in order. */
export function similarTo(
  state: CoreState,
  evidence: Evidence,
  claim: { readonly subject: number; readonly payer: string | null },
): readonly number[] {
  const spelling = spellingOf(evidence);
  if ('ok' in spelling || spelling.undated === undefined || !state.slices.has(EVIDENCE.name)) return [];
  const rules = {
    daysApart: figureOf(state, 'evidence.daysApart'),
    similarMax: figureOf(state, 'evidence.similarMax'),
    referenceMin: figureOf(state, 'evidence.referenceMin'),
    lettersMin: figureOf(state, 'evidence.lettersMin'),
  };
  return sliceOf<EvidenceSlice>(state, EVIDENCE).entries.similarTo({ key: spelling.key, ...claim }, rules);
}

interface Binding {
  readonly subject: EvidenceSubject;
  readonly evidence: Evidence;
  readonly field: string;
  /** Keyed digest of the sender's name. */
  readonly payer?: string | null;
  /** Those with a similar entry that were compared with this one; left out, none is looked for. */
  readonly compared?: readonly number[];
  /** Not even this deposit or withdrawal may have used it: a payment back is not the payment. */
  readonly isFirst?: boolean;
}

/**
 * Binds evidence to a deposit or a withdrawal, for ever: the rows to add to what the command does,
 * none where it is bound to the same one already. Refusals: 11400 it is bound to another one, over
 * all people, in both directions; 11004, 11006 and 11008 name the part that is missing or wrong;
 * 11612 names each deposit or withdrawal with a similar entry that nobody compared.
 */
export function bindEvidence(
  state: CoreState,
  command: Pick<Command, 'seq' | 'at'>,
  { subject, evidence, field, payer = null, compared, isFirst = false }: Binding,
): readonly RowChange[] | Refusal {
  const spelling = spellingOf(evidence);
  if ('ok' in spelling) return spelling;
  const holder = holderBy(state, spelling);
  if (holder !== undefined && (isFirst || holder !== subject.id)) return refuse(code.evidenceUsed, field);
  if (holder === subject.id && sliceOf<EvidenceSlice>(state, EVIDENCE).bound.get(spelling.key) === subject.id) {
    return [];
  }
  const similar = compared === undefined ? [] : similarTo(state, evidence, { subject: subject.id, payer });
  const missed = similar.filter((id) => compared?.includes(id) !== true);
  if (0 < missed.length) {
    return refuse(
      code.similarEvidence,
      Object.fromEntries(missed.map((id) => [`compared.${id}`, code.similarEvidence])),
    );
  }
  return [boundRow(command, { spelling, subject, payer })];
}

const boundRow = (
  { seq, at }: Pick<Command, 'seq' | 'at'>,
  binding: { readonly spelling: Spelling; readonly subject: EvidenceSubject; readonly payer: string | null },
): RowChange =>
  changeOf(EVIDENCE_TABLE, {
    key: binding.spelling.key,
    source: binding.spelling.source,
    subject_kind: binding.subject.kind,
    subject: binding.subject.id,
    user_id: binding.subject.userId,
    bound_by: seq,
    bound_at: at,
    payer: binding.payer,
    released_by: null,
    released_at: null,
  });

/**
 * Sets entries of a bank free that were bound to a deposit by mistake; two persons must stand
 * behind the command. 11053 where one of them is not bound to it.
 */
export function releaseEvidence(
  state: CoreState,
  { seq, at }: Pick<Command, 'seq' | 'at'>,
  binding: { readonly subject: EvidenceSubject; readonly keys: readonly string[] },
): readonly RowChange[] | Refusal {
  const { entries } = sliceOf<EvidenceSlice>(state, EVIDENCE);
  const { kind, id, userId } = binding.subject;
  const found = binding.keys.flatMap((key) => entries.get(key) ?? []).filter(({ subject }) => subject === id);
  if (found.length === 0 || new Set(found).size !== binding.keys.length) return refuse(code.nothingFound, 'keys');
  return found.map(({ key, payer, bound_by, bound_at }) =>
    changeOf(EVIDENCE_TABLE, {
      key,
      source: key,
      subject_kind: kind,
      subject: id,
      user_id: userId,
      bound_by,
      bound_at,
      payer,
      released_by: seq,
      released_at: at,
    }),
  );
}

/** Whether `bindEvidence` answered with a refusal. */
export const isRefused = (bound: readonly RowChange[] | Refusal): bound is Refusal => 'ok' in bound;
