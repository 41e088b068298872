import { CODE } from '../codes.ts';
import { type ExpectedRow, type Prediction, refusal } from '../prediction.ts';
import type { Entry } from '../stored.ts';

/** What shows that money came, as the model spells it. */
export interface Proof {
  /** All outputs of a transaction share it. */
  readonly source: string;
  /** Output; `*`: the whole transaction; undefined: an entry of a bank. */
  readonly part?: string;
  readonly entry?: { readonly date: string; readonly amount: string; readonly reference: string };
}

const lettersOf = (reference: string): string => reference.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
const WEEK_MS = 7 * 86_400_000;

/** How many letters to add, take away or change. */
function distance(left: string, right: string): number {
  if (left === '' || right === '') return left.length + right.length;
  const first = left.slice(1);
  const second = right.slice(1);
  if (left[0] === right[0]) return distance(first, second);
  return 1 + Math.min(distance(first, right), distance(left, second), distance(first, second));
}

function looksAlike(left: string, right: string): boolean {
  if (left === right) return true;
  const shorter = Math.min(left.length, right.length);
  if (shorter < 4) return false;
  if (left.includes(right) || right.includes(left)) return true;
  return 6 <= shorter && distance(left, right) === 1;
}

/** The network is empty where a payout by bank is confirmed as if it were on a chain. */
export const transferProof = (network: string | null, hash: string, output: number | null): Proof => ({
  source: `chain/${network ?? ''}/${hash.toLowerCase()}`,
  part: output === null ? '*' : String(output),
});

export const entryProof = (currency: string, date: string, amount: string, reference: string): Proof => ({
  source: `bank/${currency}/${date}/${amount}/${lettersOf(reference)}`,
  entry: { date, amount: `${currency} ${amount}`, reference: lettersOf(reference) },
});

/** Everything that was ever used, looked through from the first to the last. */
export class EvidenceModel {
  #used: {
    readonly proof: Proof;
    readonly subject: number;
    readonly payer: string | null;
    readonly row: Record<string, unknown>;
  }[] = [];

  /** Whether another deposit or withdrawal has it, or a part of it, or the whole. */
  isUsed({ source, part }: Proof, subject: number): boolean {
    return this.#used.some(
      ({ proof, subject: holder }) =>
        holder !== subject && proof.source === source && (proof.part === part || proof.part === '*' || part === '*'),
    );
  }

  /** Whether anybody has it, this one too. */
  isKnown = (proof: Proof): boolean => this.isUsed(proof, 0);

  /** Others whose entry of the bank may be the same payment. */
  similarTo({ entry }: Proof, subject: number, payer: string | null): number[] {
    if (entry === undefined) return [];
    const alike = this.#used.filter(({ proof, subject: holder, payer: otherPayer }) => {
      if (proof.entry === undefined || holder === subject || proof.entry.amount !== entry.amount) return false;
      if (WEEK_MS < Math.abs(Date.parse(proof.entry.date) - Date.parse(entry.date))) return false;
      return (payer !== null && payer === otherPayer) || looksAlike(entry.reference, proof.entry.reference);
    });
    return [...new Set(alike.map(({ subject: holder }) => holder))].sort((left, right) => left - right).slice(0, 20);
  }

  /** Why it is not used now: by somebody else, or because similar ones were not compared. */
  fault(
    proof: Proof,
    subject: number,
    claim: { readonly field: string; readonly payer?: string | null; readonly compared?: readonly number[] },
  ): Prediction | undefined {
    if (this.isUsed(proof, subject)) return refusal(CODE.evidenceUsed, claim.field);
    if (this.#isBound(proof, subject)) return undefined;
    const similar = this.similarTo(proof, subject, claim.payer ?? null);
    const missed = similar.filter((id) => claim.compared?.includes(id) !== true);
    if (missed.length === 0) return undefined;
    const fields = Object.fromEntries(missed.map((id) => [`compared.${id}`, CODE.similarEvidence]));
    return { code: CODE.similarEvidence, result: { fields } };
  }

  /** Sets entries of a deposit free; undefined where one is not its own. */
  free(keys: readonly string[], subject: number): ((entry: Entry) => ExpectedRow[]) | undefined {
    const mine = this.#used.filter(
      (use) => use.proof.part === undefined && use.subject === subject && keys.includes(use.proof.source),
    );
    if (mine.length === 0 || mine.length !== keys.length) return undefined;
    return ({ seq, at }) => {
      this.#used = this.#used.filter((use) => !mine.includes(use));
      return keys.map((key) => {
        const { row } = mine.find(({ proof }) => proof.source === key)!;
        return { table: 'evidence', row: { ...row, released_by: seq, released_at: at } };
      });
    };
  }

  /** The entries of a bank that a deposit has used, the newest last. */
  keysOf(subject: number): string[] {
    const mine = this.#used.filter((use) => use.subject === subject && use.proof.part === undefined);
    return mine.map(({ proof }) => proof.source);
  }

  #isBound = ({ source, part }: Proof, subject: number): boolean =>
    this.#used.some((use) => use.subject === subject && use.proof.source === source && use.proof.part === part);

  /** Rows that bind it; none when it was bound to the same before. */
  bind(
    proof: Proof,
    { seq, at }: Entry,
    binding: { kind: string; subject: number; user: number; payer?: string | null },
  ): ExpectedRow[] {
    const { source, part } = proof;
    if (this.#isBound(proof, binding.subject)) return [];
    const { payer = null } = binding;
    const key = part === undefined ? source : `${source}/${part}`;
    const row = {
      key,
      source,
      subject_kind: binding.kind,
      subject: binding.subject,
      user_id: binding.user,
      bound_by: seq,
      bound_at: at,
      payer,
      released_by: null,
      released_at: null,
    };
    this.#used.push({ proof, subject: binding.subject, payer, row });
    return [{ table: 'evidence', row }];
  }
}
