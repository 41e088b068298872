/**
 * The outside identity provider, played by a server on this machine: what it is sent, what it may
 * say, what a thief may not.
 */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { code } from '@glasshouse/api/codes';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEnvelopes } from '../../../http/envelope.ts';
import { registerWebhooks } from '../../../http/webhooks.ts';
import { verifyDatabase } from '../../../kernel/verify/verify.ts';
import { EnvReader } from '../../../platform/env-reader.ts';
import { masterKeyOf } from '../../../platform/master-key.ts';
import { withTestDatabase } from '../../../platform/test-database.ts';
import { MODULES } from '../../../runtime/modules.ts';
import { SubmissionStore } from '../submissions.ts';
import { BASIC, INCOME, openKycGateway, type Person } from '../testing/kyc-gateway.ts';
import { deliverCases } from './deliver.ts';
import { receiveResult } from './receive.ts';
import { type ProviderSettings, readProviderSettings } from './settings.ts';
import { nonceOf, SIGNATURE_HEADER, signed } from './signature.ts';

const SECRET = 's'.repeat(40);
const database = withTestDatabase();
let gateway: Awaited<ReturnType<typeof openKycGateway>>;
let standIn: Server;
let received: { body: string; headers: IncomingHttpHeaders }[] = [];
let status = 200;
let app: FastifyInstance;
const provider: { -readonly [Name in keyof ProviderSettings]: ProviderSettings[Name] } = {
  url: '',
  secret: SECRET,
  name: 'acme',
  mode: 'propose',
};
const reviewed: number[] = [];

beforeAll(async () => {
  gateway = await openKycGateway(database);
  standIn = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ body: Buffer.concat(chunks).toString(), headers: request.headers });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => standIn.listen(0, '127.0.0.1', resolve));
  provider.url = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}/checks`;
  const { pool } = database;
  const deps = { pool, bus: gateway.bus, clock: { now: gateway.now }, provider };
  app = Fastify();
  await registerWebhooks(
    app,
    createEnvelopes((number) => String(number), { error: () => {} }),
    [
      {
        path: '/swx/hooks/kyc',
        answer: (message) =>
          receiveResult({ ...deps, reviewed: async (userId) => void reviewed.push(userId) }, message),
      },
    ],
  );
});
afterAll(async () => {
  await app.close();
  standIn.close();
  await gateway.closeAll();
});
beforeEach(() => {
  received = [];
  status = 200;
  provider.mode = 'propose';
});

const deliver = () =>
  deliverCases({
    pool: database.pool,
    bus: gateway.bus,
    clock: { now: gateway.now },
    log: { warn: () => {} } as never,
    store: new SubmissionStore({ pool: database.pool, master: masterKeyOf('07'.repeat(32)) }),
    vault: gateway.vault,
    provider,
  });
const say = async (result: object | string, headers?: Record<string, string>) => {
  const body = typeof result === 'string' ? result : JSON.stringify(result);
  const response = await app.inject({
    method: 'POST',
    url: '/swx/hooks/kyc',
    headers: {
      'content-type': 'application/json',
      ...(headers ?? signed(SECRET, { direction: 'from provider', body, now: gateway.now() })),
    },
    payload: body,
  });
  return { status: response.statusCode, code: (response.json() as { code: number }).code };
};
async function submitted(): Promise<{ who: Person; id: number }> {
  const who = await gateway.person();
  await gateway.post(who, 'submitBasicKyc', BASIC);
  return { who, id: await gateway.caseOf(who) };
}

test('a case is sent once, signed, with everything needed and nothing more; the person can see it', async () => {
  const { who, id } = await submitted();
  expect((await gateway.status(who)).basic.sharedWith).toBeNull();
  expect(await deliver()).toBe(1);
  expect(await deliver()).toBe(0);
  const [message] = received;
  expect(received).toHaveLength(1);
  expect(nonceOf(SECRET, { ...message!, direction: 'to provider', now: gateway.now() })).toMatch(/^[0-9a-f]{32}$/);
  expect(JSON.parse(message!.body)).toEqual({
    type: 'kyc.submitted',
    case: id,
    level: 'basic',
    attempt: 1,
    submittedAt: expect.any(String),
    form: BASIC,
    files: [],
  });
  expect((await gateway.status(who)).basic.sharedWith).toBe('acme');

  expect(await say({ case: id, outcome: 'verify' })).toEqual({ status: 200, code: 200 });
  await gateway.post(who, 'submitFullKyc', {});
  const reviewer = await gateway.operator(['compliance']);
  await reviewer.call('reviewKyc', { path: { id }, body: { decision: 'verify', reason: 'as proposed' } });
  await gateway.post(who, 'submitFullKyc', { ...(await gateway.photos(who)), ...INCOME });
  expect(await deliver()).toBe(1);
  const full = JSON.parse(received[1]!.body);
  expect(full.files.map(({ part }: { part: string }) => part)).toEqual(['idFront', 'idBack', 'handHeld', 'signature']);
  expect(full.form).not.toHaveProperty('idFront');
  expect(Buffer.from(full.files[0].base64, 'base64').subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
});

test('a provider that is down gets it later', async () => {
  await submitted();
  status = 503;
  expect(await deliver()).toBe(0);
  status = 200;
  expect(await deliver()).toBe(0);
  gateway.pass(60_000);
  expect(await deliver()).toBe(1);
  expect(received).toHaveLength(2);
});

test('a proposal is shown to the reviewer and decides nothing', async () => {
  const { who, id } = await submitted();
  const result = { case: id, outcome: 'refuse', code: 'mismatch', refused: [{ part: 'document', reason: 'expired' }] };
  expect(await say(result)).toEqual({ status: 200, code: 200 });
  expect((await gateway.status(who)).basic.state).toBe('pending');
  const reviewer = await gateway.operator(['compliance']);
  const view = (await reviewer.call('getKycCase', { path: { id } })).json.result;
  expect(view.assessment).toMatchObject({ provider: 'acme', outcome: 'refuse', reason: 'mismatch' });
});

test('where the operator wants it, the provider decides by name', async () => {
  provider.mode = 'decide';
  const { who, id } = await submitted();
  expect(await say({ case: id, outcome: 'verify' })).toEqual({ status: 200, code: 200 });
  expect((await gateway.status(who)).basic.state).toBe('verified');
  expect(reviewed).toContain(who.id);
  const { rows } = await database.pool.query('select reviewer from kyc_cases where id = $1', [id]);
  expect(rows[0].reviewer).toBe('provider acme');
  expect((await say({ case: id, outcome: 'refuse', code: 'other' })).code).toBe(code.orderAlreadyFinal);
});

describe('what is not taken', () => {
  test('repeated, old, unsigned, changed, reflected', async () => {
    const { id } = await submitted();
    const result = { case: id, outcome: 'verify' };
    const body = JSON.stringify(result);
    const now = gateway.now();
    const wrong = { status: 401, code: code.webhookSignatureWrong };
    const right = signed(SECRET, { direction: 'from provider', body, now });
    expect(await say(result, {})).toEqual(wrong);
    expect(await say(result, { ...right, [SIGNATURE_HEADER]: 'v1=00' })).toEqual(wrong);
    expect(await say({ ...result, outcome: 'refuse', code: 'other' }, right)).toEqual(wrong);
    expect(await say(result, signed('x'.repeat(40), { direction: 'from provider', body, now }))).toEqual(wrong);
    expect(await say(result, signed(SECRET, { direction: 'to provider', body, now }))).toEqual(wrong);
    expect(await say(result, signed(SECRET, { direction: 'from provider', body, now: now - 301_000 }))).toEqual(wrong);
    expect(await say(result, signed(SECRET, { direction: 'from provider', body, now: now + 301_000 }))).toEqual(wrong);
    const twice = await Promise.all([say(result, right), say(result, right)]);
    expect(twice.every((answer) => answer.code === 200 || answer.code === code.webhookRepeated)).toBe(true);
    expect(await say(result, right)).toEqual({ status: 409, code: code.webhookRepeated });
    const { rowCount } = await database.pool.query('select 1 from kyc_assessments where case_id = $1', [id]);
    expect(rowCount).toBe(1);
  });

  test.each<[string, unknown, number]>([
    ['no JSON', '{', code.malformedBody],
    ['nothing', 'null', code.malformedBody],
    ['an outcome that there is not', { case: 1, outcome: 'maybe' }, code.malformedBody],
    ['a text of its own', { case: 1, outcome: 'refuse', code: 'Anna lied' }, code.malformedBody],
    [
      'a part that there is not',
      { case: 1, outcome: 'refuse', code: 'other', refused: [{ part: 'x', reason: 'other' }] },
      code.malformedBody,
    ],
    ['a case that there is not', { case: 999_999, outcome: 'verify' }, code.nothingFound],
  ])('%s', async (_what, result, expected) => {
    expect((await say(result as object)).code).toBe(expected);
  });
});

test.each<[Record<string, string>, boolean]>([
  [{ KYC_PROVIDER_URL: 'https://checks.example/in', KYC_PROVIDER_SECRET: SECRET }, true],
  [{ KYC_PROVIDER_URL: 'http://127.0.0.1:9/in', KYC_PROVIDER_SECRET: SECRET }, true],
  [{ KYC_PROVIDER_URL: 'http://checks.example/in', KYC_PROVIDER_SECRET: SECRET }, false],
  [{ KYC_PROVIDER_URL: 'https://checks.example/in', KYC_PROVIDER_SECRET: 'short' }, false],
  [{ KYC_PROVIDER_URL: 'https://checks.example/in' }, false],
  [{ KYC_PROVIDER_URL: 'https://checks.example/in', KYC_PROVIDER_SECRET: SECRET, KYC_PROVIDER_NAME: 'A B' }, false],
  [{ KYC_PROVIDER_URL: 'https://checks.example/in', KYC_PROVIDER_SECRET: SECRET, KYC_PROVIDER_MODE: 'trust' }, false],
])('settings %j: %s', (env, isRight) => {
  const reader = new EnvReader(env);
  readProviderSettings(reader);
  expect(reader.problems.length === 0).toBe(isRight);
  expect(JSON.stringify(reader.problems)).not.toContain(SECRET);
});

test('without settings there is no provider', () => {
  expect(readProviderSettings(new EnvReader({}))).toBeUndefined();
});

test('the log makes it all again', async () => {
  expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
});
