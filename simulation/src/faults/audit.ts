import { verifyDatabase } from '@glasshouse/server/kernel/verify/verify';
import type { Pool } from '@glasshouse/server/platform/postgres';
import { MODULES } from '@glasshouse/server/runtime/modules';
import { verifyTrades } from '@glasshouse/server/transparency/verify-trades';
import type { Submission } from './load.ts';
import { KINDS, type OrderKind } from './orders.ts';

const SUCCESS = 200;

/**
 * Compares the clients' answers with the database: each submission is in the command log exactly
 * once with the code answered, each accepted one is one order with the id answered, and there are
 * no others. Then verifies the whole database.
 */
export async function auditSubmissions(pool: Pool, submissions: readonly Submission[]): Promise<readonly string[]> {
  const findings: string[] = [];
  const ids = submissions.map(({ userId, key }) => `${userId}:${key}`);
  const { rows: entries } = await pool.query<{ command_id: string; seq: number; code: number }>(
    'select command_id, seq, code from command_log where command_id = any($1)',
    [ids],
  );
  const bySubmission = Map.groupBy(entries, (entry) => entry.command_id);
  const users = [...new Set(submissions.map(({ userId }) => userId))];
  const orderIds = new Map<string, Set<number>>();
  const kinds = Object.groupBy(Object.keys(KINDS) as OrderKind[], (kind) => KINDS[kind].table);
  for (const [table, kindsOfTable = []] of Object.entries(kinds)) {
    const { rows } = await pool.query<{ id: number }>(
      `select id from ${table} where user_id = any($1::bigint[]) order by id`,
      [users],
    );
    orderIds.set(table, new Set(rows.map(({ id }) => id)));
    const accepted = submissions.filter(({ kind, answer }) => kindsOfTable.includes(kind) && answer?.code === SUCCESS);
    if (rows.length !== accepted.length)
      findings.push(`${rows.length} rows are in ${table}, ${accepted.length} orders were accepted`);
  }

  for (const { userId, key, kind, answer, retried } of submissions) {
    const id = `${userId}:${key}`;
    const found = bySubmission.get(id) ?? [];
    const what = `${kind} ${id} (${retried ? 'retried' : 'answered at once'}: ${answer?.code} ${answer?.orderId ?? ''})`;
    const entry = found[0];
    if (entry === undefined || found.length !== 1) {
      findings.push(`${what} is ${found.length} times in the log`);
    } else if (entry.code !== answer?.code) {
      findings.push(`${what} has code ${entry.code} in the log`);
    } else if (answer.code === SUCCESS) {
      const isThere = orderIds.get(KINDS[kind].table)?.has(entry.seq) === true;
      if (String(entry.seq) !== answer.orderId || !isThere) {
        findings.push(`${what} is entry ${entry.seq}, order ${isThere ? 'present' : 'missing'}`);
      }
    }
  }

  return [...findings, ...(await verifyAll(pool))];
}

/** What `npm run glasshouse -- verify` finds. */
export async function verifyAll(pool: Pool): Promise<readonly string[]> {
  const verified = await verifyDatabase(pool, MODULES);
  const { findings } = await verifyTrades(pool, { now: Date.now() });
  return [...verified.findings, ...findings].map((finding) => `verify: ${finding}`);
}
