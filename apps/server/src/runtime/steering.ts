import { createServer, type IncomingMessage, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseDecimal } from '@glasshouse/rules/money';
import { MINUTE_MS } from '@glasshouse/rules/tick-hash';
import type { ScriptedFeed } from '../market-data/feeds/scripted/scripted-feed.ts';
import type { Instrument } from '../market-data/instruments/instrument.ts';
import { CLOSE_GRACE_MS } from '../market-data/tape/tape.ts';

/** Shorter than any price may be old: a tick of every second is taken on the way. */
const STEP_MS = 2_000;
const POLL_MS = 5;
const ADVANCE_MAX_MS = 7 * 86_400_000;
const BODY_MAX = 4_096;

export interface SteeringOptions {
  readonly port: number;
  readonly feed: ScriptedFeed;
  readonly instruments: readonly Instrument[];
  readonly now: () => number;
  readonly skip: (ms: number) => void;
  /** Takes the prices of now; resolves once they are durable. */
  readonly settle: () => Promise<void>;
  /** How many frames were sent to viewers so far; `settle` sends one when one is due. */
  readonly frames: () => number;
  /** Until when minutes are signed, epoch ms. */
  readonly signedTo: () => number;
}

type Answer = { readonly ok: true; readonly now: number } | { readonly ok: false; readonly problem: string };

/**
 * How a test steers prices and time under `PROFILE=test`: an HTTP server on the loopback address.
 *
 * - `POST /market` `{code, bid, ask}`: the price from now on, as decimal text.
 * - `POST /clock` `{ms}`: core time goes ahead by so much, in steps in which nothing is left out.
 * - `POST /minute` `{}`: goes on until the minute of now is signed.
 *
 * Each answers once its effect is durable and was sent to whoever looks.
 */
export function startSteering(options: SteeringOptions): Promise<Server> {
  const server = createServer((request, response) => {
    void readJson(request)
      .then((body) => answerTo(request.url ?? '', body, options))
      .catch((error: Error): Answer => ({ ok: false, problem: error.message }))
      .then((answer) => {
        response.writeHead(answer.ok ? 200 : 400, { 'content-type': 'application/json' });
        response.end(JSON.stringify(answer));
      });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', () => resolve(server));
  });
}

async function answerTo(path: string, body: unknown, options: SteeringOptions): Promise<Answer> {
  const problem = await act(path, (body ?? {}) as { readonly [name: string]: unknown }, options);
  if (problem === undefined) await shown(options);
  return problem === undefined ? { ok: true, now: options.now() } : { ok: false, problem };
}

async function act(
  path: string,
  body: { readonly [name: string]: unknown },
  options: SteeringOptions,
): Promise<string | undefined> {
  if (path === '/market') return setMarket(body, options);
  if (path === '/clock') {
    const { ms } = body;
    if (typeof ms !== 'number' || !(0 <= ms && ms <= ADVANCE_MAX_MS)) return `ms: 0 to ${ADVANCE_MAX_MS}`;
    await advance(ms, options);
    return undefined;
  }
  if (path === '/minute') {
    const end = (Math.floor(options.now() / MINUTE_MS) + 1) * MINUTE_MS;
    await advance(end + CLOSE_GRACE_MS - options.now(), options);
    while (options.signedTo() < end) {
      await options.settle();
      await sleep(POLL_MS);
    }
    return undefined;
  }
  return 'POST /market, /clock or /minute';
}

async function setMarket(
  { code, bid, ask }: { readonly [name: string]: unknown },
  { feed, instruments, now, settle }: SteeringOptions,
): Promise<string | undefined> {
  const instrument = instruments.find((candidate) => candidate.code === code);
  if (instrument === undefined) return `code: ${String(code)} is not on offer`;
  const points = (text: unknown): number => Number(parseDecimal(String(text), instrument.precision) ?? Number.NaN);
  const quote = { bid: points(bid), ask: points(ask) };
  if (!feed.set(instrument.code, quote, now())) return `bid and ask: ${String(bid)} and ${String(ask)} are no price`;
  await settle();
  return undefined;
}

/** Until viewers have a frame with what is durable now: frames have a least distance. */
async function shown({ settle, frames }: SteeringOptions): Promise<void> {
  const before = frames();
  while (frames() === before) {
    await settle();
    await sleep(POLL_MS);
  }
}

async function advance(ms: number, { skip, settle }: SteeringOptions): Promise<void> {
  for (let left = ms; 0 < left; left -= STEP_MS) {
    skip(Math.min(left, STEP_MS));
    await settle();
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (BODY_MAX < text.length) throw new Error('the body is too long');
  }
  return text === '' ? {} : JSON.parse(text);
}
