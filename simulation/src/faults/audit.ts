import { verifyDatabase } from '@glasshouse/server/core/verify';
import { MODULES } from '@glasshouse/server/modules';
import type { Pool } from '@glasshouse/server/platform/postgres';
import { verifyTape } from '@glasshouse/server/transparency/verify-tape';
import type { Submission } from './load.ts';

const SUCCESS = 200;

/**
 * Compares what clients were told with what the database holds: each submission is in the command log exactly once with the code that was answered, each
 * accepted one is one order under the number that was answered, and there is no order that nobody placed. Then everything is derived again.
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
  const { rows: orders } = await pool.query<{ id: number }>(
    'select id from option_orders where user_id = any($1::bigint[]) order by id',
    [users],
  );
  const orderIds = new Set(orders.map(({ id }) => id));

  for (const { userId, key, answer, retried } of submissions) {
    const id = `${userId}:${key}`;
    const found = bySubmission.get(id) ?? [];
    const what = `${id} (${retried ? 'asked again' : 'answered at once'}: ${answer?.code} ${answer?.orderId ?? ''})`;
    const entry = found[0];
    if (entry === undefined || found.length !== 1) {
      findings.push(`${what} is ${found.length} times in the log`);
    } else if (entry.code !== answer?.code) {
      findings.push(`${what} has code ${entry.code} in the log`);
    } else if (answer.code === SUCCESS && (String(entry.seq) !== answer.orderId || !orderIds.has(entry.seq))) {
      findings.push(`${what} is entry ${entry.seq}, order ${orderIds.has(entry.seq) ? 'present' : 'missing'}`);
    }
  }
  const accepted = submissions.filter(({ answer }) => answer?.code === SUCCESS).length;
  if (orders.length !== accepted) findings.push(`${orders.length} orders exist, ${accepted} were accepted`);

  const verified = await verifyDatabase(pool, MODULES);
  const tape = await verifyTape(pool);
  return [...findings, ...[...verified.findings, ...tape.faults].map((finding) => `verify: ${finding}`)];
}
