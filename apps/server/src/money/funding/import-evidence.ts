import { createHash } from 'node:crypto';
import { canonicalJson } from '../../kernel/core/canonical-json.ts';
import type { CommandAnswer, CommandInput } from '../../kernel/core/types.ts';
import type { Pool } from '../../platform/postgres.ts';
import type { Evidence, ImportBody } from './evidence.ts';
import { ANY_DATE } from './similar-entries.ts';

interface FormerRow {
  readonly kind: 'deposit' | 'withdrawal';
  readonly id: number;
  readonly user_id: number;
  readonly network: string | null;
  readonly reference: string;
  readonly output: number | null;
  readonly currency: string | null;
  readonly currency_amount: string | null;
}

const PIECES_PER_COMMAND = 500;
const DIGEST_LENGTH = 32;

/**
 * Decided, and not in the registry. Of payouts that left in one transaction, those that are not
 * confirmed yet still have to bind their own part of it, so the whole of it stays free for them.
 */
const FORMER = `
  select * from (
    select 'deposit' as kind, id, user_id, network, tx_hash as reference, output, currency,
           trim_scale(currency_amount)::text as currency_amount
      from deposits where credited is not null and tx_hash is not null
    union all
    select 'withdrawal', id, user_id, network, tx_hash, null, currency, trim_scale(currency_amount)::text
      from withdrawals w where state = 'confirmed' and tx_hash is not null
       and not exists (select 1 from withdrawals o where o.tx_hash = w.tx_hash and o.state = 'sent')) f
   where not exists (select 1 from evidence e where e.subject = f.id) and $1 < id
   order by id limit ${PIECES_PER_COMMAND}`;

const evidenceOf = ({ network, reference, output, currency, currency_amount }: FormerRow): Evidence =>
  network === null
    ? // Nobody wrote down the value date before.
      { kind: 'bank', reference, valueDate: ANY_DATE, currency: currency ?? '', amount: currency_amount ?? '0' }
    : { kind: 'chain', network, hash: reference, output };

/**
 * Fills the registry with what deposits and withdrawals were decided by before there was one, by
 * commands that carry it; how many pieces are bound. Again, it binds nothing.
 */
export async function importEvidence(
  pool: Pool,
  submit: (input: CommandInput<ImportBody>) => Promise<CommandAnswer>,
): Promise<number> {
  let bound = 0;
  for (let last = 0; ; ) {
    const { rows } = await pool.query<FormerRow>(FORMER, [last]);
    if (rows.length === 0) return bound;
    const pieces = rows.map((row) => ({
      evidence: evidenceOf(row),
      kind: row.kind,
      id: row.id,
      userId: row.user_id,
    }));
    const digest = createHash('sha256').update(canonicalJson(pieces)).digest('hex').slice(0, DIGEST_LENGTH);
    const answer = await submit({
      id: `evidence.import:${digest}`,
      userId: 0,
      book: 'real',
      type: 'evidence.import',
      body: { pieces },
    });
    if (answer.code !== 200) throw new Error(`former evidence could not be imported: ${answer.code}`);
    bound += (answer.result as { readonly bound: number }).bound;
    last = rows.at(-1)?.id ?? Number.MAX_SAFE_INTEGER;
  }
}
