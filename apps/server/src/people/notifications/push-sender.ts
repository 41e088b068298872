import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Pool } from '../../platform/postgres.ts';
import { encryptPush, PUSH_TEXT_MAX } from '../../platform/push/encrypt.ts';
import { type IsPushService, isPushService } from '../../platform/push/services.ts';
import type { Vapid } from '../../platform/push/vapid.ts';
import type { PushMessage } from './delivery.ts';

const AT_ONCE = 20;
const TIMEOUT_MS = 10_000;
/** 30 s, 60 s, 2 min … about an hour in all. */
const ATTEMPTS_MAX = 8;
const RETRY_FIRST_MS = 30_000;
/** How long a push service keeps a message for a browser that is off. */
const KEPT_S = 86_400;
/** The browser withdrew its permission, or is gone. */
const GONE: readonly number[] = [404, 410];
const CONTENT_MAX = 1_000;

export interface PushSenderDeps {
  readonly pool: Pool;
  readonly vapid: Vapid;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** For tests: what reaches a push service of this machine. */
  readonly post?: typeof fetch;
  /** Which addresses are push services; for tests. */
  readonly isService?: IsPushService;
}

interface Due {
  readonly id: number;
  readonly attempts: number;
  readonly message: PushMessage;
  readonly subscription: number;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Sends what is due to push services; returns how many took it. */
export async function sendPushes(deps: PushSenderDeps, isStopping: () => boolean = () => false): Promise<number> {
  let sent = 0;
  for (let isMore = true; isMore && !isStopping(); ) {
    const due = await claim(deps);
    const answers = await Promise.all(due.map((delivery) => send(deps, delivery)));
    sent += answers.filter(Boolean).length;
    isMore = due.length === AT_ONCE;
  }
  return sent;
}

/** The claim postpones the next attempt: a crash in between costs a delay, not a duplicate. */
async function claim({ pool, clock }: PushSenderDeps): Promise<Due[]> {
  const { rows } = await pool.query<Due>(
    `with due as (
       update push_outbox set attempts = attempts + 1, next_attempt_at = $1::timestamptz + interval '2 minutes'
        where id in (select id from push_outbox where next_attempt_at <= $1 order by next_attempt_at
                      limit ${AT_ONCE} for update skip locked)
        returning id, attempts, message, subscription)
     select due.*, s.endpoint, s.p256dh, s.auth from due join push_subscriptions s on s.id = due.subscription`,
    [new Date(clock.now())],
  );
  return rows;
}

async function send(deps: PushSenderDeps, delivery: Due): Promise<boolean> {
  const { pool, vapid, clock, log, post = fetch, isService = isPushService } = deps;
  const { message } = delivery;
  // It was checked when it came; an edited row, or a service that is none any more, is not sent to.
  if (!isService(delivery.endpoint)) {
    log.warn({ push: delivery.id }, 'an address that is no push service was dropped');
    await pool.query('delete from push_subscriptions where id = $1', [delivery.subscription]);
    return false;
  }
  const text = JSON.stringify({ ...message, content: message.content.slice(0, CONTENT_MAX) });
  if (PUSH_TEXT_MAX < Buffer.byteLength(text)) {
    await pool.query('delete from push_outbox where id = $1', [delivery.id]);
    return false;
  }
  let status = 0;
  try {
    const answer = await post(delivery.endpoint, {
      method: 'POST',
      headers: {
        authorization: vapid.authorization(delivery.endpoint, clock.now()),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(KEPT_S),
        urgency: 'normal',
      },
      body: new Uint8Array(encryptPush(text, delivery)),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    status = answer.status;
    await answer.body?.cancel();
  } catch (error) {
    log.warn({ push: delivery.id, err: error }, 'a push service could not be reached');
  }
  const isTaken = 200 <= status && status < 300;
  if (GONE.includes(status)) await pool.query('delete from push_subscriptions where id = $1', [delivery.subscription]);
  else if (isTaken || ATTEMPTS_MAX <= delivery.attempts)
    await pool.query('delete from push_outbox where id = $1', [delivery.id]);
  else {
    const next = clock.now() + RETRY_FIRST_MS * 2 ** (delivery.attempts - 1);
    await pool.query('update push_outbox set next_attempt_at = $2 where id = $1', [delivery.id, new Date(next)]);
  }
  return isTaken;
}
