/** Uploads over HTTP: forms, limits, quotas, outages, and files that are not the caller's. */
import { code } from '@glasshouse/api/codes';
import { BASE_PATH } from '@glasshouse/api/constants';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestGateway, TEST_START, type TestGateway } from '../http/testing/gateway.ts';
import { manualClock } from '../platform/clock.ts';
import { masterKeyOf } from '../platform/master-key.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { claimFiles, destroyFiles, keepUnused, releaseFiles } from './file-rows.ts';
import { FileVault, UNUSED_PER_USER_MAX } from './file-vault.ts';
import { ImageProcesses } from './images/image-processes.ts';
import { jpeg, png } from './testing/images.ts';
import { MemoryStore } from './testing/vault-fixture.ts';
import { uploadCalls, uploadLimit } from './upload-calls.ts';

const DAY_MS = 86_400_000;
const database = withTestDatabase();
const store = new MemoryStore();
const clock = manualClock(TEST_START);
const master = masterKeyOf('ab'.repeat(32));
const images = new ImageProcesses();
let vault: FileVault;
let gateway: TestGateway;
let token: string;
let userId: number;
let photo: Buffer;

beforeAll(async () => {
  const { pool } = database;
  vault = new FileVault({ pool, store, master, images, clock, log: { warn: () => {} } as never });
  const limits = { 'upload.max_mb': 1, 'upload.proof_max_mb': 3 };
  gateway = await openTestGateway(pool, {
    handlers: uploadCalls(vault),
    gateway: { fileLimit: uploadLimit(async (key) => limits[key]) },
  });
  photo = await jpeg();
});
afterAll(async () => {
  await gateway.app.close();
  await images.stop();
});
beforeEach(async () => {
  store.isDown = false;
  ({ id: userId, token } = await person());
});

async function person(): Promise<{ id: number; token: string }> {
  const guest = await gateway.guest();
  await database.pool.query("update users set kind = 'user', username = 'u' || id, password_hash = 'x' where id = $1", [
    guest.id,
  ]);
  await gateway.sessions.refresh(guest.id);
  return guest;
}

type Part = readonly [name: string, value: string | Buffer];
async function send(parts: readonly Part[], options: { token?: string; type?: string; raw?: Buffer } = {}) {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)], { type: 'image/svg+xml' }), '../../evil.php');
  }
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const payload = options.raw ?? Buffer.from(await request.arrayBuffer());
  const response = await gateway.app.inject({
    method: 'POST',
    url: `${BASE_PATH}/user/upload`,
    headers: {
      authorization: options.token ?? token,
      'content-type': options.type ?? request.headers.get('content-type') ?? '',
    },
    payload,
  });
  return { status: response.statusCode, ...(response.json() as { code: number; result?: { fileId: string } }) };
}
const upload = async (purpose = 'idFront', by?: string): Promise<string> => {
  const answer = await send(
    [
      ['purpose', purpose],
      ['file', photo],
    ],
    by === undefined ? {} : { token: by },
  );
  if (answer.result === undefined) throw new Error(`refused with ${answer.code}`);
  return answer.result.fileId;
};

test('what is stored is encrypted, bound to its row, and opens as the cleaned image', async () => {
  const id = await upload();
  const stored = store.objects.get(id)!;
  expect(stored.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false);
  const opened = await vault.open(id);
  expect(opened).toMatchObject({ userId, purpose: 'idFront', mediaType: 'image/jpeg', usedBy: null });
  expect(opened?.bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  expect(opened?.bytes.includes('Secret Camera')).toBe(false);

  const otherFile = await upload();
  store.objects.set(otherFile, stored);
  expect(await vault.open(otherFile)).toBeUndefined();
  await database.pool.query(
    'update files a set sealed_key = b.sealed_key, sha256 = b.sha256 from files b where a.id = $1 and b.id = $2',
    [otherFile, id],
  );
  expect(await vault.open(otherFile)).toBeUndefined();
  store.objects.set(id, Buffer.concat([stored.subarray(0, -1), Buffer.from([stored.at(-1)! ^ 1])]));
  expect(await vault.open(id)).toBeUndefined();
});

describe('refusals', () => {
  test.each<[string, () => Promise<readonly Part[]>, number]>([
    ['no file', async () => [['purpose', 'idFront']], code.imageRequired],
    [
      'an empty file',
      async () => [
        ['purpose', 'idFront'],
        ['file', Buffer.alloc(0)],
      ],
      code.imageRequired,
    ],
    [
      'a field in place of the file',
      async () => [
        ['purpose', 'idFront'],
        ['file', 'text'],
      ],
      code.imageRequired,
    ],
    ['no purpose', async () => [['file', photo]], code.fieldRequired],
    [
      'a purpose that there is not',
      async () => [
        ['purpose', 'avatar'],
        ['file', photo],
      ],
      code.wrongFormat,
    ],
    [
      'another field',
      async () => [
        ['purpose', 'idFront'],
        ['x', 'y'],
        ['file', photo],
      ],
      code.unknownField,
    ],
    [
      'the same field twice',
      async () => [
        ['purpose', 'idFront'],
        ['purpose', 'idBack'],
        ['file', photo],
      ],
      code.malformedBody,
    ],
    [
      'two files',
      async () => [
        ['purpose', 'idFront'],
        ['file', photo],
        ['file', photo],
      ],
      code.malformedBody,
    ],
    [
      'a file by another name',
      async () => [
        ['purpose', 'idFront'],
        ['image', photo],
      ],
      code.malformedBody,
    ],
    [
      'no image',
      async () => [
        ['purpose', 'idFront'],
        ['file', Buffer.from('<svg/>')],
      ],
      code.imageFormatWrong,
    ],
    [
      'too large',
      async () => [
        ['purpose', 'idFront'],
        ['file', Buffer.alloc(1_100_000)],
      ],
      code.imageTooLarge,
    ],
    [
      'too large even as proof',
      async () => [
        ['purpose', 'proofOfAssets'],
        ['file', Buffer.alloc(3_200_000)],
      ],
      code.imageTooLarge,
    ],
    [
      'large before its purpose is known',
      async () => [
        ['file', Buffer.alloc(1_100_000)],
        ['purpose', 'proofOfAssets'],
      ],
      code.imageTooLarge,
    ],
  ])('%s', async (_what, parts, expected) => {
    const before = store.objects.size;
    expect((await send(await parts())).code).toBe(expected);
    expect(store.objects.size).toBe(before);
  });

  test('a larger file passes as proof of assets, a signature stays a PNG', async () => {
    const large = Buffer.concat([photo, Buffer.alloc(1_500_000)]);
    expect(
      (
        await send([
          ['purpose', 'proofOfAssets'],
          ['file', large],
        ])
      ).code,
    ).toBe(200);
    const { result } = await send([
      ['purpose', 'signature'],
      ['file', await png()],
    ]);
    expect((await vault.open(result!.fileId))?.mediaType).toBe('image/png');
  });

  test('what is no form, and forms that are broken', async () => {
    expect(await send([], { type: 'application/json', raw: Buffer.from('{}') })).toMatchObject({ status: 415 });
    const type = 'multipart/form-data; boundary=x';
    expect((await send([], { type, raw: Buffer.from('--x\r\nContent-Disp') })).status).toBe(400);
    expect((await send([], { type, raw: Buffer.from('') })).code).not.toBe(200);
  });

  test('guests, frozen people and strangers', async () => {
    const guest = await gateway.guest();
    expect(
      (
        await send(
          [
            ['purpose', 'idFront'],
            ['file', photo],
          ],
          { token: guest.token },
        )
      ).code,
    ).toBe(code.guestMustUpgrade);
    await database.pool.query("update users set status = 'frozen' where id = $1", [userId]);
    await gateway.sessions.refresh(userId);
    expect(
      (
        await send([
          ['purpose', 'idFront'],
          ['file', photo],
        ])
      ).code,
    ).toBe(code.userStatusWrong);
    expect(
      (
        await send(
          [
            ['purpose', 'idFront'],
            ['file', photo],
          ],
          { token: 'nobody' },
        )
      ).status,
    ).toBe(401);
  });

  test('other calls take no forms', async () => {
    const response = await gateway.app.inject({
      method: 'POST',
      url: `${BASE_PATH}/user/getUserInfo`,
      headers: { authorization: token, 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x--',
    });
    expect(response.statusCode).toBe(415);
  });
});

test('an outage of the store refuses the upload and leaves nothing that could be used', async () => {
  store.isDown = true;
  expect(
    (
      await send([
        ['purpose', 'idFront'],
        ['file', photo],
      ])
    ).code,
  ).toBe(code.uploadFailed);
  const { rows } = await database.pool.query('select id, sealed_key, stored_at from files where user_id = $1', [
    userId,
  ]);
  expect(rows).toMatchObject([{ sealed_key: null, stored_at: null }]);
  const claim = { userId, usedBy: 'kyc:1', files: [{ id: rows[0].id, purpose: 'idFront' }] };
  expect(await claimFiles(database.pool, claim)).toEqual([rows[0].id]);
  // The sweep cannot delete it yet, and then does.
  await vault.sweep();
  store.isDown = false;
  expect(await vault.sweep()).toBeGreaterThan(0);
  expect((await database.pool.query('select 1 from files where user_id = $1', [userId])).rowCount).toBe(0);
});

describe('use', () => {
  const claim = (id: string, fields: { by?: number; purpose?: string; usedBy?: string; from?: string[] } = {}) =>
    claimFiles(database.pool, {
      userId: fields.by ?? userId,
      usedBy: fields.usedBy ?? 'kyc:one',
      files: [{ id, purpose: fields.purpose ?? 'idFront' }],
      ...(fields.from === undefined ? {} : { from: fields.from }),
    });

  test('a file is used once, by its owner, for its purpose', async () => {
    const stranger = await person();
    const id = await upload();
    expect(await claim(id, { by: stranger.id })).toEqual([id]);
    expect(await claim(id, { purpose: 'depositProof' })).toEqual([id]);
    expect(await claim('there-is-no-such-file')).toEqual(['there-is-no-such-file']);
    expect(await claim(id)).toEqual([]);
    expect(await claim(id, { usedBy: 'deposit:2' })).toEqual([id]);
    expect(await claim(id, { usedBy: 'kyc:two', from: ['kyc:one'] })).toEqual([]);
    expect((await vault.open(id))?.usedBy).toBe('kyc:two');
  });

  test('unused ones expire after a day, drafts keep them longer, used ones stay', async () => {
    const unused = await upload();
    const drafted = await upload();
    const used = await upload();
    const foreignFile = await upload('idFront', (await person()).token);
    expect(await keepUnused(database.pool, { userId, ids: [drafted], until: clock.now() + 30 * DAY_MS })).toBe(true);
    expect(await keepUnused(database.pool, { userId, ids: [foreignFile], until: clock.now() + 30 * DAY_MS })).toBe(
      false,
    );
    await claim(used);
    clock.advance(DAY_MS + 1);
    await vault.sweep();
    expect([await vault.open(unused), (await vault.open(drafted))?.purpose, (await vault.open(used))?.purpose]).toEqual(
      [undefined, 'idFront', 'idFront'],
    );
    expect(store.objects.has(unused)).toBe(false);
    await releaseFiles(database.pool, 'kyc:one', clock.now());
    clock.advance(DAY_MS + 1);
    await vault.sweep();
    expect(await vault.open(used)).toBeUndefined();
    expect(await claim(used)).toEqual([used]);
  });

  test('destroyed files are unreadable at once, whatever the store does', async () => {
    const id = await upload();
    await claim(id, { usedBy: 'kyc:old' });
    store.isDown = true;
    expect(await destroyFiles(database.pool, 'kyc:old', clock.now())).toBe(1);
    store.isDown = false;
    expect(await vault.open(id)).toBeUndefined();
    await vault.sweep();
    expect(store.objects.has(id)).toBe(false);
  });
});

test('nobody holds more unused files than the quota, not even by uploading at once', async () => {
  await database.pool.query(
    `insert into files (id, user_id, purpose, media_type, bytes, sha256, sealed_key, created_at, stored_at, expires_at)
     select 'filled-by-the-test-' || n || '-' || $1::bigint, $1::bigint, 'idFront', 'image/jpeg', 1, '', '', now(), now(), $2
       from generate_series(1, ${UNUSED_PER_USER_MAX - 2}) n`,
    [userId, new Date(clock.now() + DAY_MS)],
  );
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map(() =>
      send([
        ['purpose', 'idFront'],
        ['file', photo],
      ]),
    ),
  );
  const codes = answers.map((answer) => answer.code).sort((left, right) => left - right);
  expect(codes).toEqual([200, 200, code.tooManyFiles, code.tooManyFiles, code.tooManyFiles]);
});
