// long: calls of one listing in the order of a sale
/**
 * Charity NFTs over HTTP, through the real core into PostgreSQL: operators write, sell and pay,
 * people buy and share, and what they get is verified offline.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { code } from '@glasshouse/api/codes';
import { sealBytes } from '@glasshouse/rules/proofs/seal';
import { verifyEvidence } from '@glasshouse/rules/proofs/verify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FileVault } from '../../files/file-vault.ts';
import { ImageProcesses } from '../../files/images/image-processes.ts';
import { jpeg } from '../../files/testing/images.ts';
import { MemoryStore } from '../../files/testing/vault-fixture.ts';
import {
  accepted,
  type OperatorGatewayFixture,
  openOperatorGateway,
  type TestOperator,
} from '../../http/testing/operator-gateway.ts';
import { verifyDatabase } from '../../kernel/verify/verify.ts';
import { statementOf } from '../../ledger/queries.ts';
import { openTapeKey } from '../../market-data/tape/keys.ts';
import { choose } from '../../people/notifications/choices.ts';
import { tellNotices } from '../../people/notifications/delivery.ts';
import { notificationCalls } from '../../people/notifications/routes.ts';
import { manualClock } from '../../platform/clock.ts';
import { masterKeyOf } from '../../platform/master-key.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { MODULES } from '../../runtime/modules.ts';
import { createProve } from '../../transparency/prove.ts';
import { at, leaves, other as otherThan, put } from '../../transparency/testing/altering.ts';
import { nftOperatorCalls } from './operator-routes.ts';
import { Pictures } from './pictures.ts';
import { nftCalls } from './routes.ts';
import { verifyCertificates } from './verify-certificates.ts';

const database = withTestDatabase();
const images = new ImageProcesses();
const folder = mkdtempSync(join(tmpdir(), 'glasshouse-nfts-'));
const key = openTapeKey(folder);
const trusted = [key.publicKey.toString('hex')];
let fixture: OperatorGatewayFixture;
let writer: TestOperator;
let first: TestOperator;
let second: TestOperator;
let person: { readonly id: number; readonly token: string };
let stranger: { readonly id: number; readonly token: string };
let charity = 0;
let work = 0;
let picture = '';
let keys = 0;

beforeAll(async () => {
  const { pool } = database;
  const vault = new FileVault({
    pool,
    images,
    store: new MemoryStore(),
    master: masterKeyOf('ab'.repeat(32)),
    clock: manualClock(Date.UTC(2026, 10, 23)),
    log: { warn: () => {} },
  });
  const pictures = new Pictures({ pool, vault });
  const now = () => fixture.harness.now;
  const prove = createProve({
    pool,
    key,
    now,
    findTick: async () => undefined,
    tickBefore: async () => undefined,
    runs: async () => [],
  });
  const linesOf = async (query: { userId: number; book: 'demo' | 'real'; ref: string }) =>
    (await statementOf(pool, query, { after: undefined, limit: 50, from: null, to: null })).items;
  fixture = await openOperatorGateway(database, {
    handlers: ({ bus }) => nftOperatorCalls({ pool, bus, vault, pictures }),
    gateway: {
      handlers: {
        ...nftCalls({
          pool,
          pictures,
          isRealBookClosed: false,
          now,
          linesOf,
          prove,
          bus: { submit: (input) => fixture.bus.submit(input), onUserEvents: () => {}, onMarketFrame: () => {} },
        }),
        ...notificationCalls({ pool, now, nameOf: (name) => name, pushKey: '' }),
      },
    },
  });
  writer = await fixture.operator(['content']);
  first = await fixture.operator(['finance']);
  second = await fixture.operator(['owner']);
  person = await member();
  stranger = await member();
  for (const { id } of [person, stranger]) await choose(pool, id, 'nft', { mail: true, push: false });
  await tell();
});
afterAll(async () => {
  await fixture.close();
  await images.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function member() {
  const guest = await fixture.guest();
  const { pool } = database;
  await pool.query(
    `update users set kind = 'user', username = 'u' || id, password_hash = 'x', email = 'u' || id || '@example.test'
      where id = $1`,
    [guest.id],
  );
  await fixture.sessions.refresh(guest.id);
  return guest;
}

const tell = () =>
  tellNotices({
    pool: database.pool,
    clock: fixture.clock,
    site: 'https://house.test',
    nameOf: (name) => name,
    mail: { wake: () => {} },
  });

/** What somebody was told, oldest first: in the bell, and by mail. */
async function noticesOf(who: typeof person) {
  await tell();
  const { items } = (await call('listNotifications', { token: who.token })).result;
  const { rows } = await database.pool.query<{ subject: string; text: string }>(
    'select subject, text from mail_outbox where to_address = $1 order by id',
    [`u${who.id}@example.test`],
  );
  const plain = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/[\u00a0\u202f]/g, ' ');
  const bell = items.map((notification: { title: string; content: string }) => ({
    ...notification,
    title: plain(notification.title),
    content: plain(notification.content),
  }));
  return { bell: bell.reverse(), mails: rows.map(({ subject, text }) => ({ subject: plain(subject), text })) };
}

async function upload(by: TestOperator, name: 'uploadNftImage' | 'uploadPayoutProof', bytes: Buffer) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'text/html' }), 'x.html');
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const response = await fixture.app.inject({
    method: 'POST',
    url: `/swx/operator${name === 'uploadNftImage' ? '/nfts/image' : '/charities/proof'}`,
    remoteAddress: '203.0.113.7',
    headers: {
      cookie: [...by.cookies].map(([cookie, value]) => `${cookie}=${value}`).join('; '),
      'user-agent': 'test',
      'x-csrf-token': by.csrf,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return response.json() as { readonly code: number; readonly result?: { readonly fileId: string } };
}

type Request = Omit<NonNullable<Parameters<typeof fixture.call>[1]>, 'path'> & {
  readonly path?: { readonly [name: string]: string | number };
};
const call = async (name: Parameters<typeof fixture.call>[0], { path = {}, ...rest }: Request) => {
  keys += 1;
  const named = Object.fromEntries(Object.entries(path).map(([part, value]) => [part, String(value)]));
  return (await fixture.call(name, { key: `nft-${keys}`, headers: { virtually: 'YES' }, ...rest, path: named })).json;
};

test('operators write a charity and a work; drafts are nobody’s business', async () => {
  const texts = { de: { name: 'Wald e. V.', text: 'Pflanzt Bäume.' }, en: { name: 'Forest', text: 'Grows\ntrees.' } };
  const saved = { language: 'de', texts, registration: 'VR 1', reason: 'new charity' };
  expect((await first.call('saveCharity', { body: saved })).json.code).toBe(code.permissionDenied);
  accepted(await writer.call('saveCharity', { body: saved }));
  charity = accepted(await writer.call('listCharities'))[0].id;
  expect((await upload(first, 'uploadNftImage', await jpeg())).code).toBe(code.permissionDenied);
  expect((await upload(writer, 'uploadNftImage', Buffer.from('<svg/>'))).code).toBe(code.imageFormatWrong);
  picture = (await upload(writer, 'uploadNftImage', await jpeg())).result!.fileId;
  const listing = {
    charity,
    language: 'en',
    texts: { en: { name: 'First light', text: 'A morning.' } },
    imageFileId: picture,
    price: '12.5',
    supply: 3,
    reason: 'new work',
  };
  const unknown = { ...listing, imageFileId: 'a-file-that-there-is-not' };
  expect((await writer.call('saveNftListing', { body: unknown })).json.code).toBe(code.fileNotFound);
  accepted(await writer.call('saveNftListing', { body: listing }));
  work = accepted(await writer.call('listNftListings'))[0].id;
  expect((await call('listNfts', {})).result.items).toEqual([]);
  expect((await call('getNftById', { path: { id: work } })).code).toBe(code.nothingFound);
  expect((await call('getNftImage', { path: { file: picture } })).code).toBe(code.nothingFound);
  await first.stepUp();
  accepted(await first.call('setNftSale', { path: { id: work }, body: { to: 'onSale', reason: 'agreed' } }));
});

test('a work is shown in the reader’s language, or as it was written, and says which', async () => {
  const [shown] = (await call('listNfts', { headers: { lang: 'ja' } })).result.items;
  expect(shown).toMatchObject({
    id: work,
    name: 'First light',
    language: 'en',
    writtenIn: 'en',
    supply: 3,
    sold: 0,
    state: 'onSale',
    charity: { id: charity, name: 'Wald e. V.', language: 'de' },
  });
  const english = (await call('getNftById', { path: { id: work }, headers: { lang: 'en' } })).result;
  expect(english.charity).toMatchObject({ name: 'Forest', language: 'en', writtenIn: 'de', registration: 'VR 1' });
  const image = await fixture.call('getNftImage', { path: { file: picture } });
  expect(image.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' });
  expect(image.headers['cache-control']).toContain('immutable');
});

test('on the demo account, as a guest and without money nobody buys', async () => {
  const body = { id: work, quantity: 1 };
  const { token } = person;
  expect((await call('buyNft', { token, body, headers: { virtually: 'NO' } })).code).toBe(code.switchToReal);
  const guest = await fixture.guest();
  expect((await call('buyNft', { token: guest.token, body })).code).toBe(code.guestMustUpgrade);
  expect((await call('buyNft', { token, body })).code).toBe(code.balanceInsufficient);
  expect((await call('buyNft', { token, body: { id: work, quantity: 101 } })).code).toBe(code.outOfRange);
});

async function give(userId: number, amount: string): Promise<void> {
  const submit = (type: string, body: object, userId: number) => {
    keys += 1;
    return fixture.bus.submit({ id: `give-${keys}`, userId, book: 'real', type, body: body as never });
  };
  const by = (operator: TestOperator) => ({
    operator: operator.id,
    session: operator.id,
    device: operator.name,
    credential: operator.name,
    address: '10.0.0.1',
  });
  const approveByTwo = async (type: string, fields: object, userId: number) => {
    const requested = await submit(type, { ...fields, by: by(first), reason: 'a test' }, userId);
    const { request } = requested.result as { request: number };
    await submit('request.decide', { request, verdict: 'approve', by: by(second), reason: 'a test' }, userId);
  };
  await approveByTwo('house.move', { asset: 'USDT', amount, from: 'external', to: 'capital' }, 0);
  await approveByTwo('balances.adjust', { asset: 'USDT', amount, direction: 'credit' }, userId);
}

test('a purchase is the buyer’s, moves money once, and is proved offline', async () => {
  await give(person.id, '100');
  const body = { id: work, quantity: 2 };
  const bought = await call('buyNft', { token: person.token, body, key: 'once' });
  expect(bought.code).toBe(200);
  expect((await call('buyNft', { token: person.token, body, key: 'once' })).result).toEqual(bought.result);
  expect(bought.result.map(({ serial }: { serial: number }) => serial)).toEqual([1, 2]);
  const { id } = bought.result[0];
  const mine = (await call('listMyNfts', { token: person.token, query: 'limit=1' })).result;
  expect(mine.items).toMatchObject([{ id, serial: 2, paid: '12.5', share: null }]);
  expect(
    (await call('listMyNfts', { token: person.token, query: `limit=1&cursor=${mine.next}` })).result,
  ).toMatchObject({
    items: [{ serial: 1 }],
    next: null,
  });
  expect((await call('getMyNft', { token: stranger.token, path: { id } })).code).toBe(code.orderNotFound);
  const evidence = (await call('getMyNft', { token: person.token, path: { id } })).result;
  expect(verifyEvidence(evidence, trusted)).toMatchObject({ answer: 'holds', faults: [] });
  expect(verifyEvidence(evidence)).toMatchObject({ answer: 'unknownSigner' });
  for (const wrong of [
    { ...evidence, nft: { ...evidence.nft, serial: 1_000 } },
    { ...evidence, promise: { ...evidence.promise, supply: 2 } },
    { ...evidence, promise: { ...evidence.promise, charity: { ...evidence.promise.charity, name: 'Friends' } } },
    { ...evidence, lines: [] },
  ]) {
    // Also where whoever changed it could sign it.
    const { signature, ...unsigned } = wrong.proof;
    void signature;
    expect(verifyEvidence(resealed({ ...wrong, proof: unsigned }), trusted).answer).toBe('broken');
  }
});

function resealed(document: { readonly proof: object; readonly [name: string]: unknown }) {
  const seal = sealBytes(document);
  return { ...document, proof: { ...document.proof, signature: key.sign(seal).toString('hex') } };
}

test('a certificate shows what its owner chose, and no more, until it is taken back', async () => {
  const [{ id, serial }] = (await call('listMyNfts', { token: person.token })).result.items;
  const body = { id, serial };
  expect((await call('shareNft', { token: stranger.token, body })).code).toBe(code.orderNotFound);
  expect((await call('shareNft', { token: person.token, body: { ...body, serial: 3 } })).code).toBe(code.orderNotFound);
  const { token } = (await call('shareNft', { token: person.token, body })).result;
  const shown = (await call('getNftCertificate', { path: { token } })).result;
  expect(shown.evidence.certificate).toMatchObject({ purchase: id, serial, owner: null });
  const text = JSON.stringify(shown);
  expect(text).not.toContain(`"user":${person.id}`);
  expect(text).not.toContain(`${person.id}:`);
  expect(verifyEvidence(shown.evidence, trusted)).toMatchObject({ answer: 'holds', faults: [] });
  // As it is saved: the whole answer holds, and nothing that its card says may differ.
  expect(verifyEvidence(shown, trusted)).toMatchObject({ answer: 'holds', faults: [] });
  for (const path of leaves(shown).filter(([first]) => first === 'listing')) {
    const forged = structuredClone(shown);
    put(forged, path, otherThan(at(shown, path), 0));
    // Of another language, the texts are translations, for which nobody vouches.
    const isOpen = /^listing\.(charity\.)?language$|^listing\.charity\.name$|^listing\.(state|image)$/.test(
      path.join('.'),
    );
    if (!isOpen) expect([path.join('.'), verifyEvidence(forged, trusted).answer]).toEqual([path.join('.'), 'broken']);
  }
  for (const forged of [
    { ...shown, promised: 'gold' },
    { ...shown, listing: { ...shown.listing, rarity: 'unique' } },
    { ...shown, listing: { ...shown.listing, charity: { ...shown.listing.charity, tax: 'free' } } },
  ])
    expect(verifyEvidence(forged, trusted).answer).toBe('broken');
  const named = (await call('shareNft', { token: person.token, body: { ...body, name: ' Mia ' } })).result;
  expect(named.token).toBe(token);
  const again = (await call('getNftCertificate', { path: { token } })).result.evidence;
  expect(again.certificate.owner).toBe('Mia');
  const forged = { ...again, certificate: { ...again.certificate, owner: 'Max' } };
  expect(verifyEvidence(forged, trusted).answer).toBe('broken');
  expect((await call('unshareNft', { token: stranger.token, body })).code).toBe(code.orderNotFound);
  expect((await call('unshareNft', { token: person.token, body })).code).toBe(200);
  expect((await call('getNftCertificate', { path: { token } })).code).toBe(code.nothingFound);
  const next = (await call('shareNft', { token: person.token, body })).result;
  expect(next.token).not.toBe(token);
});

test('every field of a receipt and of a certificate that is changed is caught, also where it is signed again', async () => {
  const [{ id, serial }] = (await call('listMyNfts', { token: person.token })).result.items;
  const body = { id, serial, name: 'Mia' };
  const { token } = (await call('shareNft', { token: person.token, body })).result;
  const receipt = (await call('getMyNft', { token: person.token, path: { id } })).result;
  const { evidence } = (await call('getNftCertificate', { path: { token } })).result;
  // What only the seal says: when it was made, and of a certificate, whose purchase stays private,
  // what the hash of that entry follows from. Its serial and its owner are in another entry.
  const ofBoth = [/^proof\.issuedAt$/, /^proof\.signature$/, /^lines\.\d+\.(id|balanceAfter)$/];
  const ofCertificate = [/^proof\.entries\.0\.(hash|previousHash)$/];
  for (const [document, free] of [
    [receipt, ofBoth],
    [evidence, [...ofBoth, ...ofCertificate]],
  ] as const) {
    const paths = leaves(document);
    expect(paths.length).toBeGreaterThan(20);
    const uncaught: string[] = [];
    for (const path of paths) {
      const name = path.join('.');
      const forged = structuredClone(document);
      put(forged, path, otherThan(at(document, path), 0));
      if (verifyEvidence(forged, trusted).answer !== 'broken') uncaught.push(`unsigned ${name}`);
      if (free.some((pattern) => pattern.test(name))) continue;
      if (verifyEvidence(resealed(forged), trusted).answer !== 'broken') uncaught.push(name);
    }
    expect(uncaught).toEqual([]);
  }
  // Without its entry it is a certificate of an earlier release, and says what vouches for it.
  const { entry, nonce, ...before } = evidence.certificate;
  void nonce;
  const { proof } = evidence;
  const entries = proof.entries.filter(({ seq }: { seq: number }) => seq !== entry);
  const old = { ...evidence, certificate: { ...before, owner: 'Max' }, proof: { ...proof, entries } };
  const verdict = verifyEvidence(resealed(withoutSignature(old)), trusted);
  expect(verdict).toMatchObject({ answer: 'partly', faults: [] });
  expect(verdict.lacks.map(({ lack }) => lack)).toContain('old');
});

function withoutSignature<Of extends { readonly proof: { readonly signature?: string } }>(document: Of) {
  const { signature, ...proof } = document.proof;
  void signature;
  return { ...document, proof };
}

test('two persons book a payout with its proof, and everybody sees where the money went', async () => {
  const proof = await jpeg();
  await first.stepUp();
  const fileId = (await upload(first, 'uploadPayoutProof', proof)).result!.fileId;
  const body = { amount: '20', reference: 'SEPA 7', paidOn: '2026-11-23', proofFileId: fileId, reason: 'paid' };
  const path = { id: charity };
  expect((await first.call('payCharity', { path, body: { ...body, proofFileId: picture } })).json.code).toBe(
    code.fileNotFound,
  );
  expect((await first.call('payCharity', { path, body: { ...body, amount: '26' } })).json.code).toBe(
    code.charityFundsTooSmall,
  );
  const { request } = accepted(await first.call('payCharity', { path, body }));
  await second.stepUp();
  const verdict = { verdict: 'approve', reason: 'seen' };
  accepted(await second.call('decideRequest', { path: { id: request }, body: verdict }));
  const { charity: shown } = (await call('getNftById', { path: { id: work } })).result;
  expect(shown).toMatchObject({ raised: '25', paidOut: '20', held: '5', sales: 1, payouts: 1 });
  const lines = (await call('listCharity', { path: { id: charity }, headers: { lang: 'en' } })).result.items;
  expect(lines).toMatchObject([
    { kind: 'payout', amount: '20', balanceAfter: '5', payout: { reference: 'SEPA 7', paidOn: '2026-11-23' } },
    { kind: 'sale', amount: '25', balanceAfter: '25', work: { id: work, name: 'First light', serial: 1, quantity: 2 } },
  ]);
  expect(JSON.stringify(lines)).not.toContain('user');
  expect((await call('listCharity', { path: { id: charity }, query: 'kind=sale' })).result.items).toHaveLength(1);
  const file = await second.call('getNftFile', { path: { file: fileId } });
  expect(file.headers['content-type']).toBe('image/jpeg');
  expect(createHash('sha256').update(file.text).digest('hex')).not.toBe('');
});

test('buyers are told of what they bought and of each payment, others of nothing', async () => {
  const { bell, mails } = await noticesOf(person);
  expect(bell).toMatchObject([
    {
      type: 'nft.bought',
      title: 'You own “First light”, Nos. 1 to 2',
      content: '25.00 USDT went to Forest. Your certificate is ready to share.',
      link: '/nfts/mine',
    },
    { type: 'nft.paid', title: '20.00 USDT was paid to Forest', link: `/nfts/${work}` },
  ]);
  expect(mails.map(({ subject }) => subject)).toEqual(bell.map(({ title }: { title: string }) => title));
  for (const [index, { text }] of mails.entries()) expect(text).toContain(`https://house.test${bell[index].link}`);
  expect(await noticesOf(stranger)).toEqual({ bell: [], mails: [] });
});

test('a purchase that the database refuses is that buyer’s alone: others get the next number, and the log agrees', async () => {
  const { pool } = database;
  await give(person.id, '1000');
  await give(stranger.id, '1000');
  const listing = {
    charity,
    language: 'en',
    texts: { en: { name: 'Last light', text: 'An evening.' } },
    imageFileId: picture,
    price: '12.5',
    supply: 20,
    reason: 'new work',
  };
  await writer.signIn();
  accepted(await writer.call('saveNftListing', { body: listing }));
  const id = accepted(await writer.call('listNftListings'))[0].id;
  await first.signIn();
  await first.stepUp();
  accepted(await first.call('setNftSale', { path: { id }, body: { to: 'onSale', reason: 'agreed' } }));
  const buy = (who: typeof person, quantity: number) =>
    call('buyNft', { token: who.token, body: { id, quantity }, key: `cursed-${who.id}-${quantity}` });
  const serialsOf = (answer: { readonly result?: readonly { readonly serial: number }[] }): readonly number[] =>
    (answer.result ?? []).map(({ serial }) => serial);
  await pool.query(`alter table nft_purchases add constraint cursed check (user_id <> ${stranger.id}) not valid`);
  const answers = await Promise.all([buy(person, 1), buy(stranger, 1), buy(person, 2), buy(stranger, 2)]);
  expect(answers.map((answer) => answer.code)).toEqual([200, code.serverError, 200, code.serverError]);
  expect(answers.flatMap(serialsOf)).toEqual([1, 2, 3]);
  expect((await call('getNftById', { path: { id } })).result.listing).toMatchObject({ sold: 3 });
  await pool.query('alter table nft_purchases drop constraint cursed');
  // The same key is answered as before; another one buys.
  expect((await buy(stranger, 1)).code).toBe(code.serverError);
  expect(serialsOf(await buy(stranger, 3))).toEqual([4, 5, 6]);
  expect((await verifyDatabase(pool, MODULES)).findings).toEqual([]);
});

test('the log makes all of it again', async () => {
  expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
});

test('verify names a certificate of a serial that its buyer does not have, and a name that was edited', async () => {
  const { pool } = database;
  const { findings, checked } = await verifyCertificates(pool);
  expect(findings).toEqual([]);
  expect(checked).toBeGreaterThan(2);
  const { rows } = await pool.query<{ purchase: number; listing: number; user: number }>(
    'select id as purchase, listing, user_id as user from nft_purchases where serial = 1 order by id desc limit 1',
  );
  const [{ purchase, listing, user }] = rows as [(typeof rows)[number]];
  // Serial 4 is another person's, who bought the fourth to the sixth.
  const { seq } = await fixture.bus.submit({
    id: 'nfts.certify:forged',
    userId: 0,
    book: 'real',
    type: 'nfts.certify',
    body: { purchase, listing, serial: 4, shown: 'ab'.repeat(32) },
  });
  const body = { id: purchase, serial: 1, name: 'Mia' };
  expect(user).toBe(person.id);
  const { token } = (await call('shareNft', { token: person.token, body })).result;
  const { entry } = (await call('getNftCertificate', { path: { token } })).result.evidence.certificate;
  await pool.query(`update nft_shares set name = 'Max' where token = $1`, [token]);
  expect((await verifyCertificates(pool)).findings).toEqual([
    `certificates: entry ${seq} is of a serial that its purchase does not have`,
    `certificates: serial 1 of purchase ${purchase} is shown under another name than entry ${entry} has`,
  ]);
});
