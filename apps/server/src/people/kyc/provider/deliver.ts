import type { FileVault } from '../../../files/file-vault.ts';
import type { CoreBus } from '../../../kernel/core/bus.ts';
import { isoTime } from '../../../kernel/core/iso-time.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { Pool } from '../../../platform/postgres.ts';
import { filesOf } from '../forms.ts';
import type { KycCase } from '../rows.ts';
import type { SubmissionStore } from '../submissions.ts';
import type { ProviderSettings } from './settings.ts';
import { signed } from './signature.ts';

export interface DeliverDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly store: SubmissionStore;
  readonly vault: Pick<FileVault, 'open'>;
  readonly provider: ProviderSettings;
}

const RUN_MAX = 20;
const TIMEOUT_MS = 30_000;
/** One minute, two, four … an hour: some seven hours in all. */
const ATTEMPTS_MAX = 12;
const RETRY_FIRST_MS = 60_000;
const RETRY_MAX_MS = 3_600_000;

type Due = Pick<KycCase, 'id' | 'user_id' | 'level' | 'attempt' | 'submission' | 'submitted_at'> & {
  readonly attempts: number;
};

/**
 * Sends cases that wait to the provider; each until it is taken, or given up. Returns how many were
 * taken.
 */
export async function deliverCases(deps: DeliverDeps, isStopping: () => boolean = () => false): Promise<number> {
  const { pool, clock, provider } = deps;
  const { rows } = await pool.query<Due>(
    `select c.id, c.user_id, c.level, c.attempt, c.submission, c.submitted_at, coalesce(d.attempts, 0) as attempts
       from kyc_cases c left join kyc_deliveries d on d.case_id = c.id and d.provider = $1
      where c.state = 'pending' and d.delivered_at is null and coalesce(d.attempts, 0) < ${ATTEMPTS_MAX}
        and coalesce(d.next_attempt_at, $2) <= $2
      order by c.review_by limit ${RUN_MAX}`,
    [provider.name, new Date(clock.now())],
  );
  let delivered = 0;
  for (const due of rows) {
    if (isStopping()) break;
    if (await deliver(deps, due)) delivered += 1;
  }
  return delivered;
}

async function deliver(deps: DeliverDeps, due: Due): Promise<boolean> {
  const { pool, bus, clock, log, provider } = deps;
  const body = await messageOf(deps, due);
  if (body === undefined) return false;
  // That it leaves this installation is in the log before it does.
  const { name } = provider;
  const shared = await bus.submit({
    id: `kyc:share:${name}:${due.id}`,
    userId: due.user_id,
    book: 'real',
    type: 'kyc.share',
    body: { case: due.id, provider: name },
  });
  if (shared.code !== 200) return false;
  const error = await send(provider, body, clock.now());
  const attempts = due.attempts + 1;
  const wait = Math.min(RETRY_FIRST_MS * 2 ** due.attempts, RETRY_MAX_MS);
  const now = clock.now();
  await pool.query(
    `insert into kyc_deliveries (case_id, provider, attempts, next_attempt_at, delivered_at, error)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (case_id, provider) do update
       set attempts = excluded.attempts, next_attempt_at = excluded.next_attempt_at,
           delivered_at = excluded.delivered_at, error = excluded.error`,
    [due.id, name, attempts, new Date(now + wait), error === undefined ? new Date(now) : null, error ?? null],
  );
  if (error !== undefined)
    log.warn({ case: due.id, attempts, reason: error }, 'the identity provider did not take a case');
  return error === undefined;
}

/** Undefined where the data is gone. */
async function messageOf({ store, vault }: DeliverDeps, due: Due): Promise<string | undefined> {
  const submission = await store.open(due.submission);
  if (submission === undefined) return undefined;
  const files: { part: string; mediaType: string; base64: string }[] = [];
  const parts = filesOf(submission.form);
  for (const { part, id } of parts) {
    const file = await vault.open(id);
    if (file === undefined) return undefined;
    files.push({ part, mediaType: file.mediaType, base64: file.bytes.toString('base64') });
  }
  const names = new Set<string>(parts.map(({ part }) => part));
  const form = Object.fromEntries(Object.entries(submission.form).filter(([name]) => !names.has(name)));
  const { id, level, attempt } = due;
  return JSON.stringify({
    type: 'kyc.submitted',
    case: id,
    level,
    attempt,
    submittedAt: isoTime(due.submitted_at),
    form,
    files,
  });
}

/** What went wrong; undefined when it was taken. */
async function send({ url, secret }: ProviderSettings, body: string, now: number): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed(secret, { direction: 'to provider', body, now }) },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok ? undefined : `it answered ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
