import { code } from '@glasshouse/api/codes';
import { KYC_PARTS, KYC_REASONS, type KycPart, type KycReason } from '@glasshouse/api/schemas/kyc';
import type { CoreBus } from '../../../kernel/core/bus.ts';
import { answerOf, type CallAnswer, done, refuse } from '../../../platform/call.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Pool } from '../../../platform/postgres.ts';
import { caseById } from '../queries.ts';
import type { PartRefusal } from '../rows.ts';
import type { ProviderSettings } from './settings.ts';
import { nonceOf, VALID_MS } from './signature.ts';

export interface ReceiveDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly clock: Clock;
  readonly provider: ProviderSettings;
  readonly reviewed: (userId: number) => Promise<void>;
}

/** A message as it came. */
export interface ReceivedMessage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

interface Result {
  readonly case: number;
  readonly outcome: 'verify' | 'refuse';
  readonly code: KycReason | null;
  readonly refused: readonly PartRefusal[];
}

/**
 * A result of the provider. Signed, of now, and taken once: a repeated message with a known nonce
 * is refused, and one that arrives twice at the same time is one command.
 */
export async function receiveResult(deps: ReceiveDeps, message: ReceivedMessage): Promise<CallAnswer> {
  const { pool, bus, clock, provider } = deps;
  const now = clock.now();
  const nonce = nonceOf(provider.secret, { ...message, direction: 'from provider', now });
  if (nonce === undefined) return refuse(code.webhookSignatureWrong);
  await pool.query('delete from kyc_provider_nonces where received_at < $1', [new Date(now - 3 * VALID_MS)]);
  const seen = await pool.query('select 1 from kyc_provider_nonces where nonce = $1', [nonce]);
  if (seen.rowCount !== 0) return refuse(code.webhookRepeated);

  const result = readResult(message.body);
  if (result === undefined) return refuse(code.malformedBody);
  const kase = await caseById(pool, result.case);
  if (kase === undefined) return refuse(code.nothingFound, 'case');
  const answer = answerOf(
    await bus.submit({
      id: `kyc:assess:${provider.name}:${nonce}`,
      userId: kase.user_id,
      book: 'real',
      type: 'kyc.assess',
      body: {
        case: kase.id,
        decision: result.outcome,
        code: result.code,
        refused: result.refused,
        provider: provider.name,
        decides: provider.mode === 'decide',
      },
    }),
  );
  await pool.query('insert into kyc_provider_nonces (nonce, received_at) values ($1, $2) on conflict do nothing', [
    nonce,
    new Date(now),
  ]);
  if (!answer.ok) {
    const isOver = answer.code === code.nothingFound && kase.state !== 'pending';
    return isOver ? refuse(code.orderAlreadyFinal, 'case') : answer;
  }
  if (provider.mode === 'decide') await deps.reviewed(kase.user_id);
  return done(null);
}

const isReason = (value: unknown): value is KycReason => (KYC_REASONS as readonly unknown[]).includes(value);
const isPart = (value: unknown): value is KycPart => (KYC_PARTS as readonly unknown[]).includes(value);

/** Only what we know, and nothing else: what a provider writes goes into the log. */
function readResult(body: string): Result | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  const { case: id, outcome, code: why = null, refused = [] } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (!Number.isSafeInteger(id) || (outcome !== 'verify' && outcome !== 'refuse')) return undefined;
  if (why !== null && !isReason(why)) return undefined;
  if (!Array.isArray(refused) || KYC_PARTS.length < refused.length) return undefined;
  const parts: PartRefusal[] = [];
  for (const item of refused as readonly unknown[]) {
    const { part, reason } = (item ?? {}) as Readonly<Record<string, unknown>>;
    if (!isPart(part) || !isReason(reason)) return undefined;
    parts.push({ part, reason });
  }
  return { case: id as number, outcome, code: why, refused: parts };
}
