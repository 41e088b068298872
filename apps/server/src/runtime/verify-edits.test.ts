// long: a table with a row for every edited column
/**
 * What the owner of the database can change with a line of SQL, and how `verify` names it: who gets
 * in, sums that figures are read from, the anchors. Each edit is made for real, found, and undone.
 */
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adoptCredentials } from '../authority/access/adopt-credentials.ts';
import { adoptSessions } from '../authority/access/adopt-sessions.ts';
import { recordCredentials } from '../authority/access/record-credentials.ts';
import { HeadFile } from '../kernel/log/durable-head.ts';
import { openTapeKey } from '../market-data/tape/keys.ts';
import { countVolume } from '../money/fee-tiers/volume.ts';
import { followLedger } from '../operator/results/follow.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { AnchorKeeper } from '../transparency/anchor-keeper.ts';
import { EvidenceFixture, OTHER, USER } from '../transparency/testing/evidence-fixture.ts';
import { verifyOutside } from './verify-outside.ts';

const database = withTestDatabase();
const log = { warn: () => {}, error: () => {} };
const OWNER = 501;
let fixture: EvidenceFixture;
let dataDir = '';
let head: HeadFile;

const sql = (text: string, values: unknown[] = []) => database.pool.query(text, values);
const verify = () => verifyOutside(database.pool, { dataDir, now: fixture.harness.now });

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'edits-'));
  head = new HeadFile(dataDir);
  fixture = await EvidenceFixture.start(database);
  const { harness } = fixture;
  for (const [id, name] of [
    [USER, 'alice'],
    [OTHER, 'bob'],
  ] as const) {
    await sql(
      `insert into users (id, username, email, password_hash, kind, language, invite_code, created_at)
       values ($1, $2, $2 || '@example.org', 'hash of ' || $2, 'user', 'en', $2, now())`,
      [id, name],
    );
    await sql(
      `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, user_agent, ip)
       values (sha256(convert_to($2, 'UTF8')), $1, $3::timestamptz, $3, $3::timestamptz + interval '1 day', '', '')`,
      [id, name, new Date(harness.now)],
    );
  }
  await sql(`insert into users (id, kind, language, invite_code, created_at) values (9, 'guest', 'en', 'g', now())`);
  await sql(`insert into withdrawal_passwords values ($1, 'second hash', now())`, [USER]);
  await sql(`insert into credential_changes (user_id, kind, blocks, at) values ($1, 'password', true, now())`, [USER]);
  await sql(`insert into sign_in_wallets (user_id, address, chain_id, created_at) values ($1, '0x01', 0, now())`, [
    USER,
  ]);
  await sql(
    `insert into sign_in_identities (user_id, provider, issuer, subject, created_at)
     values ($1, 'one', 'https://issuer', 'subject', now())`,
    [USER],
  );
  for (const [prefix, owner] of [
    ['customer', USER],
    ['operator', OWNER],
  ] as const) {
    await sql(
      `insert into ${prefix}_totp (owner, secret, fingerprint, created_at, confirmed_at) values ($1, 'a', 'print', now(), now())`,
      [owner],
    );
    await sql(
      `insert into ${prefix}_passkeys (owner, credential_id, fingerprint, public_key, counter, transports, backed_up, name, created_at)
       values ($1, $2, 'print', 'key', 0, '{}', false, 'phone', now())`,
      [owner, prefix],
    );
    await sql(`insert into ${prefix}_recovery_codes (owner, code_hash) values ($1, 'one'), ($1, 'two')`, [owner]);
  }
  await sql(`insert into operator_credentials values ($1, 'console hash', now())`, [OWNER]);
  await adoptSessions(harness.sequencer as never, database.pool, harness.now);
  await adoptCredentials(harness.sequencer as never, database.pool);

  const buy = { code: 'BTCUSDT', direction: 'up', amount: '100', periodId: 30 };
  // Orders of people now need their session.
  for (const [id, name] of [
    [USER, 'alice'],
    [OTHER, 'bob'],
  ] as const) {
    const { rows } = await sql(`select digest from known_sessions where owner = $1`, [id]);
    const answer = await harness.sequencer.submit({
      id: `${id}:${name}`,
      userId: id,
      book: 'demo',
      type: 'options.buy',
      body: buy,
      session: rows[0].digest,
    });
    expect(answer.code).toBe(200);
  }
  // Alice and bob bet on a rise.
  await fixture.run(10);
  await fixture.run(60, 2_010_000);
  await fixture.sign();
  while (await followLedger(database.pool));
  await countVolume(database.pool, harness.now);
  const key = openTapeKey(dataDir);
  await sql('insert into tape_keys (key_id, public_key) values ($1, $2) on conflict do nothing', [
    key.keyId,
    key.publicKey,
  ]);
  let at = harness.now;
  const now = () => {
    at += 60_000;
    return at;
  };
  const keeper = new AnchorKeeper({
    pool: database.pool,
    key,
    dataDir,
    now,
    log,
    settings: { file: undefined, url: undefined },
  });
  for (let minute = 0; minute < 5; minute += 1) await keeper.publish();
}, 120_000);
afterAll(async () => {
  await head.close();
  await fixture.stop();
  rmSync(dataDir, { recursive: true });
});

/** Undoes whatever the work does to the tables. */
async function undone<Value>(tables: readonly string[], work: () => Promise<Value>): Promise<Value> {
  for (const table of tables) await sql(`create table kept_${table} as table ${table}`);
  try {
    return await work();
  } finally {
    const client = await database.pool.connect();
    await client.query(`set session_replication_role = 'replica'`);
    for (const table of tables) {
      await client.query(`delete from ${table}`);
      await client.query(`insert into ${table} select * from kept_${table}`);
      await client.query(`drop table kept_${table}`);
    }
    await client.query(`set session_replication_role = 'origin'`);
    client.release();
  }
}

test('without an edit there is nothing to name', async () => {
  const { findings, notes, checked } = await verify();
  expect([findings, notes]).toEqual([[], []]);
  expect(checked).toMatch(
    /^1[0-9] credentials and sessions, [1-9]\d* sums, 0 certificates, 5 anchors, 0 entries of transparency logs$/,
  );
});

type Edit = readonly [what: string, tables: readonly string[], edit: string, named: RegExp];

describe('verify names by table, row and column', () => {
  const middle = '(select at from log_anchors order by at offset 2 limit 1)';
  const edits: readonly Edit[] = [
    [
      'a mail address that was swapped',
      ['users'],
      `update users set email = 'thief@example.org' where id = ${USER}`,
      /^credentials: users 7 email is not what the log has$/,
    ],
    [
      'a password hash that was swapped for one that is known',
      ['users'],
      `update users set password_hash = 'hash of bob' where id = ${USER}`,
      /^credentials: users 7 password_hash is not what the log has$/,
    ],
    [
      'a name',
      ['users'],
      `update users set username = 'mallory' where id = ${USER}`,
      /^credentials: users 7 username is not/,
    ],
    [
      'the standing of somebody',
      ['users'],
      `update users set status = 'frozen' where id = ${USER}`,
      /^credentials: users 7 status is not what the log has$/,
    ],
    [
      'a guest who was made a member',
      ['users'],
      `update users set kind = 'user', username = 'friend', password_hash = 'x' where id = 9`,
      /^credentials: users 9 of user 9 was written by no command$/,
    ],
    [
      'a guest who was given an address',
      ['users'],
      `update users set email = 'g@example.org' where id = 9`,
      /^credentials: users 9 email was written by no command$/,
    ],
    [
      'a withdrawal password',
      ['withdrawal_passwords'],
      `update withdrawal_passwords set password_hash = 'mine'`,
      /^credentials: withdrawal_passwords 7 password_hash is not/,
    ],
    [
      'a withdrawal password taken away',
      ['withdrawal_passwords'],
      `delete from withdrawal_passwords`,
      /^credentials: withdrawal_passwords 7 of user 7 is missing; the log has it$/,
    ],
    [
      'a change that blocked withdrawals, unblocked',
      ['credential_changes'],
      `update credential_changes set blocks = false`,
      /^credentials: credential_changes \d+ blocks is not/,
    ],
    [
      'a change that was taken away',
      ['credential_changes'],
      `delete from credential_changes`,
      /^credentials: credential_changes \d+ of user 7 is missing/,
    ],
    [
      'an app made older than it is',
      ['customer_totp'],
      `update customer_totp set confirmed_at = confirmed_at - interval '2 days'`,
      /^credentials: customer_totp 7 confirmed_at is not what the log has$/,
    ],
    [
      'a passkey made older than it is',
      ['customer_passkeys'],
      `update customer_passkeys set created_at = created_at - interval '2 days'`,
      /^credentials: customer_passkeys \d+ created_at is not what the log has$/,
    ],
    [
      'a wallet of somebody else',
      ['sign_in_wallets'],
      `update sign_in_wallets set address = '0x02'`,
      /^credentials: sign_in_wallets \d+ address is not/,
    ],
    [
      'a wallet that was added',
      ['sign_in_wallets'],
      `insert into sign_in_wallets (user_id, address, chain_id, created_at) values (${USER}, '0x02', 0, now())`,
      /^credentials: sign_in_wallets \d+ of user 7 was written by no command$/,
    ],
    [
      'an account at a provider',
      ['sign_in_identities'],
      `update sign_in_identities set subject = 'thief'`,
      /^credentials: sign_in_identities \d+ subject is not/,
    ],
    [
      "a customer's app",
      ['customer_totp'],
      `update customer_totp set fingerprint = 'mine'`,
      /^credentials: customer_totp 7 fingerprint is not/,
    ],
    [
      "a customer's passkey",
      ['customer_passkeys'],
      `update customer_passkeys set public_key = 'mine'`,
      /^credentials: customer_passkeys \d+ public_key is not/,
    ],
    [
      "a customer's recovery codes",
      ['customer_recovery_codes'],
      `update customer_recovery_codes set code_hash = 'mine' where code_hash = 'one'`,
      /^credentials: customer_recovery_codes 7 code_hash is not/,
    ],
    [
      "an owner's console password",
      ['operator_credentials'],
      `update operator_credentials set password_hash = 'mine'`,
      /^credentials: operator_credentials 501 password_hash is not/,
    ],
    [
      "an owner's app",
      ['operator_totp'],
      `update operator_totp set fingerprint = 'mine'`,
      /^credentials: operator_totp 501 fingerprint is not/,
    ],
    [
      'a passkey beside that of an owner',
      ['operator_passkeys'],
      `insert into operator_passkeys (owner, credential_id, fingerprint, public_key, counter, transports, backed_up, name, created_at)
         values (${OWNER}, 'mine', 'print', 'key', 0, '{}', false, 'phone', now())`,
      /^credentials: operator_passkeys \d+ of operator 501 was written by no command$/,
    ],
    [
      'a nonce, so that nothing can be compared',
      ['credential_nonces'],
      `delete from credential_nonces where owner_kind = 'user' and owner = ${USER}`,
      /^credentials: the nonce of user 7 is missing/,
    ],
    [
      'a session of a customer',
      ['sessions'],
      `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, user_agent, ip)
         select sha256('mine'), user_id, created_at, last_seen_at, expires_at, '', '' from sessions where user_id = ${USER}`,
      /^sessions: sessions \d+ of 7 was opened by no command$/,
    ],
    [
      'a session that was given to somebody else',
      ['sessions'],
      `update sessions set user_id = ${OTHER} where user_id = ${USER}`,
      /^sessions: sessions \d+ of 8 was opened by no command$/,
    ],
    [
      'a session of an operator',
      ['operator_sessions'],
      `insert into operator_sessions (token_hash, operator, device, created_at, last_seen_at, address, user_agent)
         select sha256('mine'), ${OWNER}, 'device', created_at, created_at, '', '' from sessions limit 1`,
      /^sessions: operator_sessions \d+ of 501 was opened by no command$/,
    ],
    [
      'everybody made a winner in the risk warning',
      ['user_results'],
      `update user_results set result = abs(result) + 1`,
      /^derived: user_results 7 demo options 2026-09-01: result is /,
    ],
    [
      'a loser left out of the risk warning',
      ['user_results'],
      `delete from user_results where user_id = ${OTHER}`,
      /^derived: user_results 8 demo options 2026-09-01: result is missing/,
    ],
    [
      'a winner made up for it',
      ['user_results'],
      `insert into user_results values (9, 'demo', 'options', '2026-09-01', 5)`,
      /^derived: user_results 9 demo options 2026-09-01: result is 5\.0+, its postings make none$/,
    ],
    [
      'a day of the ledger',
      ['ledger_days'],
      `update ledger_days set amount = amount * 2 where reason = 'options.reserve'`,
      /^derived: ledger_days .* options\.reserve .*: amount is /,
    ],
    [
      'a day of the ledger taken away',
      ['ledger_days'],
      `delete from ledger_days where reason = 'options.reserve'`,
      /^derived: ledger_days .* options\.reserve .*: amount is missing/,
    ],
    [
      'sums that claim to be of more than the log',
      ['ledger_heads'],
      `update ledger_heads set seq = 1000000`,
      /^derived: ledger_heads says 1000000, the log ends at \d+$/,
    ],
    [
      'fees that somebody did not pay, for a better tier',
      ['traded_volume'],
      `update traded_volume set fees = fees + 1000 where user_id = ${USER}`,
      /^derived: traded_volume 7 demo 2026-09-\d\d options: fees is /,
    ],
    [
      'volume of a product that there is none of',
      ['traded_volume'],
      `insert into traded_volume select user_id, book, day, 'gifts', 0, 5000 from traded_volume limit 1`,
      /^derived: traded_volume .* gifts: product is there, its postings make none$/,
    ],
    [
      'an anchor taken out',
      ['log_anchors'],
      `delete from log_anchors where at = ${middle}`,
      /^anchors: anchor 3 is missing before that of /,
    ],
    [
      'the newest anchors taken out',
      ['log_anchors'],
      `delete from log_anchors where at > ${middle}`,
      /^anchors: anchors 4 to 5 are missing at the end$/,
    ],
    ['all of them', ['log_anchors'], `delete from log_anchors`, /^anchors: anchors 1 to 5 are missing at the end$/],
    [
      'an anchor taken out, and those after it counted again',
      ['log_anchors'],
      `delete from log_anchors where at = ${middle}; update log_anchors set number = number - 1 where number > 3`,
      /^anchors: that of .* does not follow from the one before it$/,
    ],
    [
      'an anchor of another head',
      ['log_anchors'],
      `update log_anchors set hash = sha256(hash) where at = ${middle}`,
      /^anchors: the signature of that of .* does not hold$/,
    ],
    [
      'an anchor that was signed by nobody',
      ['log_anchors'],
      `insert into log_anchors select at + 1, seq, hash, minute_at, minute_hash, key_id, public_key, signature
         from log_anchors where number = 2`,
      /^anchors: the signature of that of .* does not hold$/,
    ],
  ];

  test.each(edits)('%s', async (_what, tables, edit, named) => {
    const findings = await undone(tables, async () => {
      await sql(edit);
      return (await verify()).findings;
    });
    expect(findings).toContainEqual(expect.stringMatching(named));
    expect((await verify()).findings).toEqual([]);
  });
});

test('what is written together with its command is no difference, and vouches for nothing beside it', async () => {
  const [{ digest: session }] = (await sql(`select digest from known_sessions where owner = ${USER}`)).rows;
  const bus = { submit: (input: object) => fixture.harness.sequencer.submit({ ...input, session } as never) };
  const owner = { kind: 'user', id: USER } as const;
  await sql(`update users set password_hash = 'new hash', email = 'thief@example.org' where id = ${USER}`);
  await recordCredentials(database.pool, bus as never, owner, [
    { table: 'users', how: 'changed', columns: ['password_hash'] },
  ]);
  expect((await verify()).findings).toEqual(['credentials: users 7 email is not what the log has']);
  await sql(`update users set email = 'alice@example.org' where id = ${USER}`);

  const addWallet = async (address: string): Promise<number> => {
    const { rows } = await sql(
      `insert into sign_in_wallets (user_id, address, chain_id, created_at) values ($1, $2, 0, now()) returning id`,
      [USER, address],
    );
    return rows[0].id;
  };
  const table = 'sign_in_wallets';
  const record = (how: 'added' | 'removed', key: number) =>
    recordCredentials(database.pool, bus as never, owner, [{ table, how, key }]);
  // A forged row beside a real one, before it or after it, and a row taken away beside another.
  const earlier = await addWallet('0x66');
  const own = await addWallet('0x03');
  const later = await addWallet('0x67');
  await record('added', own);
  const byNobody = (key: number) => `credentials: ${table} ${key} of user 7 was written by no command`;
  expect((await verify()).findings).toEqual([byNobody(earlier), byNobody(later)]);
  await sql(`delete from ${table} where address in ('0x66', '0x67')`);
  const second = await addWallet('0x04');
  await record('added', second);
  await sql(`delete from ${table} where address in ('0x03', '0x04')`);
  await record('removed', second);
  expect((await verify()).findings).toEqual([`credentials: ${table} ${own} of user 7 is missing; the log has it`]);
  await record('removed', own);
  expect((await verify()).findings).toEqual([]);
});

test('nothing of a digest can be guessed from the log', async () => {
  const { rows } = await sql(`select string_agg(entry, '') as log from command_log where type like 'credential%'`);
  for (const secret of ['alice', 'example.org', 'hash of', '0x01', 'https://issuer'])
    expect(rows[0].log).not.toContain(secret);
});

test('a missing head beside existing keys is a difference', async () => {
  await head.close();
  unlinkSync(join(dataDir, 'durable-head'));
  expect((await verify()).findings).toEqual(['head: the file durable-head is missing beside existing keys']);
  writeFileSync(join(dataDir, 'durable-head'), '');
  head = new HeadFile(dataDir);
});
