import type { ExpectedRow } from '../prediction.ts';
import type { Entry } from '../stored.ts';

/** What shows that money came, as the model spells it. */
export interface Proof {
  /** All outputs of a transaction share it. */
  readonly source: string;
  /** Output; `*`: the whole transaction; undefined: an entry of a bank. */
  readonly part?: string;
}

export const transferProof = (network: string, hash: string, output: number | null): Proof => ({
  source: `chain/${network}/${hash.toLowerCase()}`,
  part: output === null ? '*' : String(output),
});

export const entryProof = (currency: string, date: string, amount: string, reference: string): Proof => ({
  source: `bank/${currency}/${date}/${amount}/${reference.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`,
});

/** Everything that was ever used, looked through from the first to the last. */
export class EvidenceModel {
  readonly #used: { readonly proof: Proof; readonly subject: number }[] = [];

  /** Whether another deposit or withdrawal has it, or a part of it, or the whole. */
  isUsed({ source, part }: Proof, subject: number): boolean {
    return this.#used.some(
      ({ proof, subject: holder }) =>
        holder !== subject && proof.source === source && (proof.part === part || proof.part === '*' || part === '*'),
    );
  }

  /** Rows that bind it; none when it was bound to the same before. */
  bind(proof: Proof, { seq, at }: Entry, of: { kind: string; subject: number; user: number }): ExpectedRow[] {
    const { source, part } = proof;
    const isBound = this.#used.some(
      (one) => one.subject === of.subject && one.proof.source === source && one.proof.part === part,
    );
    if (isBound) return [];
    this.#used.push({ proof, subject: of.subject });
    const key = part === undefined ? source : `${source}/${part}`;
    const row = { key, source, subject_kind: of.kind, subject: of.subject, user_id: of.user };
    return [{ table: 'evidence', row: { ...row, bound_by: seq, bound_at: at } }];
  }
}
