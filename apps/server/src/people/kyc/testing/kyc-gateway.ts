import type { CallName } from '@glasshouse/api/calls';
import { BASE_PATH } from '@glasshouse/api/constants';
import { FileVault } from '../../../files/file-vault.ts';
import { ImageProcesses } from '../../../files/images/image-processes.ts';
import { jpeg } from '../../../files/testing/images.ts';
import { MemoryStore } from '../../../files/testing/vault-fixture.ts';
import { uploadCalls } from '../../../files/upload-calls.ts';
import { TEST_START } from '../../../http/testing/gateway.ts';
import { type OperatorGatewayFixture, openOperatorGateway } from '../../../http/testing/operator-gateway.ts';
import type { CallHandlers } from '../../../platform/call.ts';
import { manualClock } from '../../../platform/clock.ts';
import { masterKeyOf } from '../../../platform/master-key.ts';
import type { Pool } from '../../../platform/postgres.ts';
import { createKycModule, type KycModule } from '../../../runtime/kyc-module.ts';
import { kycSummary } from '../queries.ts';

export const BASIC = {
  firstName: 'Anna',
  lastName: 'Ødegård',
  sex: 'female',
  birthdate: '1990-02-28',
  country: 'NO',
  address: 'Storgata 1, 0155 Oslo',
  phone: '+4712345678',
  documentType: 'idCard',
  documentNumber: 'AB 123-456',
};
export const INCOME = { monthlyIncome: '4000 EUR', sourceOfWealth: 'Salary', expectedInvestment: '10000 USDT' };
export const PHOTOS = ['idFront', 'idBack', 'handHeld', 'signature'] as const;

export interface Person {
  readonly id: number;
  readonly token: string;
}

/** Identity checks over HTTP through the real core, with files in memory. */
export async function openKycGateway(database: { readonly pool: Pool; readonly url: string }) {
  const { pool } = database;
  const files = new MemoryStore();
  const images = new ImageProcesses();
  const masterKey = masterKeyOf('07'.repeat(32));
  // The clock of the gateway is made with it: this one follows.
  const clock = manualClock(TEST_START);
  const log = { warn: () => {} } as never;
  const vault = new FileVault({ pool, store: files, master: masterKey, images, clock, log });
  let checks: KycModule | undefined;
  let fixture: OperatorGatewayFixture | undefined;
  const names = ['submitBasicKyc', 'submitFullKyc', 'getKyc', 'saveKycDraft'] as const satisfies readonly CallName[];
  const later = Object.fromEntries(
    names.map((name) => [name, (input: never, context: never) => checks!.calls[name]!(input, context)]),
  ) as CallHandlers;
  fixture = await openOperatorGateway(database, {
    gateway: { fileOf: (id) => vault.open(id), handlers: { ...uploadCalls(vault), ...later } },
    handlers: ({ bus }) => {
      checks = createKycModule({
        pool,
        bus,
        clock,
        log,
        masterKey,
        sessions: { refresh: async (userId) => fixture?.sessions.refresh(userId) },
        mail: { wake: () => {} },
        files: { vault, images },
        site: 'http://localhost',
      });
      return checks.operatorCalls;
    },
  });
  const gateway = fixture;
  const photo = await jpeg();
  let people = 0;

  const post = async (who: Person, name: CallName, body: object, headers: Record<string, string> = {}) =>
    (await gateway.call(name, { token: who.token, body, headers })).json;
  return {
    ...gateway,
    files,
    vault,
    /** Time passes for everybody. */
    pass(ms: number): void {
      gateway.pass(ms);
      clock.set(gateway.clock.now());
    },
    now: () => clock.now(),
    async person(language = 'en'): Promise<Person> {
      people += 1;
      const guest = await gateway.guest();
      await pool.query(
        "update users set kind = 'user', username = $2, email = $3, password_hash = 'x', language = $4 where id = $1",
        [guest.id, `person-${people}`, `person-${people}@example.org`, language],
      );
      await gateway.sessions.refresh(guest.id);
      return guest;
    },
    post,
    async status(who: Person, headers: Record<string, string> = {}) {
      return (await gateway.call('getKyc', { token: who.token, headers })).json.result;
    },
    async upload(who: Person, purpose: string): Promise<string> {
      const form = new FormData();
      form.append('purpose', purpose);
      form.append('file', new Blob([new Uint8Array(photo)]), 'photo.jpg');
      const request = new Request('http://localhost/', { method: 'POST', body: form });
      const response = await gateway.app.inject({
        method: 'POST',
        url: `${BASE_PATH}/user/upload`,
        headers: { authorization: who.token, 'content-type': request.headers.get('content-type') ?? '' },
        payload: Buffer.from(await request.arrayBuffer()),
      });
      return response.json().result.fileId;
    },
    async photos(who: Person): Promise<Record<string, string>> {
      const entries: [string, string][] = [];
      for (const purpose of PHOTOS) entries.push([purpose, await this.upload(who, purpose)]);
      return Object.fromEntries(entries);
    },
    /** The number of the person's current case. */
    async caseOf(who: Person, level: 'basic' | 'full' = 'basic'): Promise<number> {
      const { rows } = await pool.query(`select ${level}_case as id from kyc_states where user_id = $1`, [who.id]);
      return rows[0].id;
    },
    summary: (who: Person) => kycSummary(pool, who.id, 'en'),
    async closeAll(): Promise<void> {
      await gateway.close();
      await images.stop();
    },
  };
}
