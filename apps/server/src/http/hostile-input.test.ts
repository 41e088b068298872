import { invalidValue, validValue } from '@glasshouse/api/arbitrary';
import { CALL_NAMES, type CallName, callSpec } from '@glasshouse/api/calls';
import { catalogue, code, codeKey } from '@glasshouse/api/codes';
import { BASE_PATH } from '@glasshouse/api/constants';
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withTestDatabase } from '../platform/test-database.ts';
import { shapeReader } from './shape-reader.ts';
import { openTestGateway, type TestGateway } from './testing/gateway.ts';
import { listedCodes } from './testing/listed-codes.ts';

/**
 * Every served call meets input made from its own schema, whole and broken. The answer is always
 * one that the call lists, with its text, never a 500; and invalid input changes nothing: no
 * command reaches the core, no row is written.
 */
const database = withTestDatabase();
let gateway: TestGateway;
let token: string;
beforeAll(async () => {
  gateway = await openTestGateway(database.pool);
});
/**
 * A session for each test: a right input may well end the one that sends it (`revokeSession` by its
 * number).
 */
beforeEach(async () => {
  ({ token } = await gateway.guest());
});
afterAll(() => gateway.app.close());

const RUNS = { numRuns: 60 };
const served = CALL_NAMES.filter((name) => callSpec(name).served);
/** A form is no JSON: `files/uploads.test.ts` sends those. */
const withBody = served.filter((name) => callSpec(name).body !== undefined && callSpec(name).multipart !== true);
const withQuery = served.filter((name) => callSpec(name).query !== undefined);
/** These end the session that the other tests use. */
const ENDS_SESSION: readonly CallName[] = ['logout'];

const bodyOf = (name: CallName): TSchema => callSpec(name).body as TSchema;

const isShape = (number: number): boolean => {
  const key = codeKey(number);
  // Some shape codes are kept among the terms, where the order form shows them: an amount that is
  // none is 10016.
  return key !== undefined && ['shape', 'terms', 'status'].includes(catalogue[key].stage);
};

const snapshot = async (): Promise<string> => {
  const { rows } = await database.pool.query(
    `select (select count(*) from users) as users, (select count(*) from sessions) as sessions,
            (select count(*) from verification_codes) as codes, (select count(*) from mail_outbox) as mails,
            (select md5(string_agg(u::text, ',' order by id)) from users u) as content`,
  );
  return JSON.stringify(rows[0]);
};

let keys = 0;
async function post(name: CallName, body: unknown) {
  keys += 1;
  return gateway.app.inject({
    method: 'POST',
    url: BASE_PATH + callSpec(name).path,
    headers: { authorization: token, 'content-type': 'application/json', 'idempotency-key': `hostile-${keys}` },
    payload: JSON.stringify(body) ?? '',
  });
}

describe('bodies', () => {
  test.each(withBody.filter((name) => !ENDS_SESSION.includes(name)))(
    '%s refuses what its schema does not allow, and nothing changes',
    async (name) => {
      const schema = bodyOf(name);
      const { check } = shapeReader({ body: schema });
      // What JSON makes of it (-0 is 0) is what the server sees, and it folds codes and addresses.
      const isRight = (value: unknown): boolean =>
        check({ params: null, query: null, body: JSON.parse(JSON.stringify(value)) }) === undefined;
      const allowed = listedCodes(name);
      const before = await snapshot();
      const commands = gateway.core.done.length;
      await fc.assert(
        fc.asyncProperty(invalidValue(schema, isRight), async ({ value }) => {
          const answer = await post(name, value);
          expect(answer.statusCode).toBe(200);
          const json = answer.json();
          expect(allowed).toContain(json.code);
          expect(isShape(json.code)).toBe(true);
          expect(json.message.length).toBeGreaterThan(0);
          expect(Object.keys(json).sort()).toEqual(
            json.fields === undefined ? ['code', 'message'] : ['code', 'fields', 'message'],
          );
          for (const number of Object.values(json.fields ?? {})) expect(codeKey(number as number)).toBeDefined();
        }),
        RUNS,
      );
      expect(gateway.core.done).toHaveLength(commands);
      expect(await snapshot()).toBe(before);
    },
  );

  test.each(withBody.filter((name) => !ENDS_SESSION.includes(name)))(
    '%s answers what the contract says to what its schema allows',
    async (name) => {
      const allowed = listedCodes(name);
      await fc.assert(
        fc.asyncProperty(validValue(bodyOf(name)), async (body) => {
          const answer = await post(name, body);
          const json = answer.json();
          expect({ ...json, named: allowed.has(json.code) }).toMatchObject({ named: true });
        }),
        { numRuns: 15 },
      );
    },
  );
});

describe('queries', () => {
  const get = (name: CallName, query: string) =>
    gateway.app.inject({
      method: 'GET',
      url: `${BASE_PATH}${callSpec(name).path.replace(/\{\w+\}/, '1')}?${query}`,
      headers: { authorization: token },
    });
  const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  const queryOf = (input: object): string => {
    const parts = new URLSearchParams();
    for (const [name, value] of Object.entries(input)) {
      for (const item of Array.isArray(value) ? value : [value]) parts.append(name, text(item) ?? '');
    }
    return parts.toString();
  };

  test.each(withQuery)('%s answers whatever it is asked', async (name) => {
    const schema = callSpec(name).query as TSchema;
    const allowed = listedCodes(name);
    const commands = gateway.core.done.length;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          validValue(schema),
          invalidValue(schema, () => false).map(({ value }) => value),
        ),
        async (input) => {
          const fields = typeof input === 'object' && input !== null ? input : { x: input };
          const answer = await get(name, queryOf(fields));
          // A success may be a file instead of an envelope.
          const json = answer.headers['content-disposition'] === undefined ? answer.json() : { code: 200 };
          expect(answer.statusCode).toBe(200);
          expect({ ...json, result: null, named: allowed.has(json.code) }).toMatchObject({ named: true });
        },
      ),
      RUNS,
    );
    expect(gateway.core.done).toHaveLength(commands);
  });

  test('rows of hostile path parameters are not found, never an error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ maxLength: 100 }),
        fc.constantFrom<CallName>('getMarketInfo', 'getOptionOrder'),
        async (id, name) => {
          const url = BASE_PATH + callSpec(name).path.replace(/\{\w+\}/, encodeURIComponent(id).replaceAll('.', '%2e'));
          const answer = await gateway.app.inject({ method: 'GET', url, headers: { authorization: token } });
          expect([200, 404]).toContain(answer.statusCode);
          expect(answer.json().code).not.toBe(200);
        },
      ),
      RUNS,
    );
  });
});

describe('tokens and keys', () => {
  test('no made-up token opens anything', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z0-9_-]{43}$/)), async (made) => {
        const authorization = made.replaceAll(/[^\x21-\x7e]/g, '.');
        const answer = await gateway.call('getUserInfo', { token: authorization });
        expect(answer.status).toBe(401);
        expect([code.notLoggedIn, code.sessionExpired]).toContain(answer.json.code);
      }),
      RUNS,
    );
  });
});
