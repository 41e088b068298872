/** Support behind the gateway on a real database. Tests call `withSupport` at the top of a file. */

import { BASE_PATH } from '@glasshouse/api/constants';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { FileVault } from '../../files/file-vault.ts';
import { ImageProcesses } from '../../files/images/image-processes.ts';
import { jpeg } from '../../files/testing/images.ts';
import { MemoryStore } from '../../files/testing/vault-fixture.ts';
import { DEFAULT_LIMITS } from '../../http/rate-limits.ts';
import type { TestRequest } from '../../http/testing/gateway.ts';
import {
  accepted,
  type OperatorGatewayFixture,
  openOperatorGateway,
  type TestOperator,
} from '../../http/testing/operator-gateway.ts';
import { createLooks } from '../../operator/looks.ts';
import { masterKeyOf } from '../../platform/master-key.ts';
import { type TestDatabase, withTestDatabase } from '../../platform/test-database.ts';
import { Hub, type SupportEvent } from '../hub.ts';
import { supportOperatorCalls } from '../operator-routes.ts';
import { supportCalls } from '../routes.ts';

export const MINUTE_MS = 60_000;
export let database: TestDatabase;
export const published: { readonly to: number; readonly event: SupportEvent }[] = [];
export const revoked: number[] = [];
export let gateway: OperatorGatewayFixture;
export let hub: Hub;
export let vault: FileVault;
export let photo: Buffer;
export let sven: TestOperator;
let keys = 0;

/** Opens it before the tests of a file and closes it after them. */
export function withSupport(): void {
  database = withTestDatabase();
  const images = new ImageProcesses();
  beforeAll(async () => {
    const { pool } = database;
    const now = () => gateway.clock.now();
    vault = new FileVault({
      pool,
      images,
      store: new MemoryStore(),
      master: masterKeyOf('ab'.repeat(32)),
      clock: { now },
      log: { warn: () => {} } as never,
    });
    hub = new Hub({
      pool,
      now,
      publish: (to, event) => published.push({ to, event }),
      revoke: (audience) => revoked.push(audience),
    });
    const deps = { pool, hub, vault, now };
    gateway = await openOperatorGateway(database, {
      gateway: { handlers: supportCalls(deps), limits: DEFAULT_LIMITS },
      handlers: ({ bus }) => supportOperatorCalls({ ...deps, looks: createLooks({ bus, now }) }),
    });
    photo = await jpeg();
    sven = await gateway.operator(['support'], 'sven');
  });
  afterAll(async () => {
    expect(gateway.harness.bugs).toEqual([]);
    await gateway.close();
    await images.stop();
  });
  beforeEach(async () => {
    // Nobody is out of breath from the test before.
    gateway.pass(20 * MINUTE_MS);
    await database.pool.query('delete from support_conversations');
    await sven.signIn();
    published.length = 0;
    revoked.length = 0;
  });
}

export const visit = async (): Promise<string> =>
  accepted(await gateway.call('startVisit', { body: { language: 'ar' } })).visitor;
export const by = (visitor: string): TestRequest => ({ headers: { visitor } });
export const person = async (): Promise<TestRequest & { readonly id: number; readonly token: string }> => {
  const guest = await gateway.guest();
  return { ...guest };
};
export const asks = async (who: TestRequest, text: string, more: object = {}) => {
  keys += 1;
  return gateway.call('sendSupportMessage', { ...who, body: { key: `key-${keys}-customer`, text, ...more } });
};
export const answers = async (operator: TestOperator, id: number, text: string, more: object = {}) => {
  keys += 1;
  return operator.call('answerSupport', { path: { id }, body: { key: `key-${keys}-operator`, text, ...more } });
};
export const history = async (
  who: TestRequest,
): Promise<{ kind: string; text: string; files: string[]; id: number }[]> =>
  accepted(await gateway.call('listSupportMessages', who)).items;
export const onlyChat = async (): Promise<number> => {
  const { rows } = await database.pool.query('select max(id) as id from support_conversations');
  return Number(rows[0].id);
};
export const send = async (headers: Record<string, string>, bytes: Buffer) => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), '../../evil.html');
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const response = await gateway.app.inject({
    method: 'POST',
    url: `${BASE_PATH}/support/uploadFile`,
    headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return response.json() as { code: number; result?: { fileId: string } };
};
