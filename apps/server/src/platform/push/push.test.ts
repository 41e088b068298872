import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { arePushKeys, encryptPush, PUSH_TEXT_MAX } from './encrypt.ts';
import { isPushService } from './services.ts';
import { openVapid } from './vapid.ts';

/** RFC 8291, appendix A. */
const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const PUBLISHED =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';

test('encrypts the published example to its published bytes', () => {
  const drawn = {
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
  };
  const made = encryptPush('When I grow up, I want to be a watermelon', KEYS, drawn);
  expect(made.toString('base64url')).toBe(PUBLISHED);
});

test('two messages share neither salt nor key, and none is too long', () => {
  expect(encryptPush('a', KEYS).subarray(0, 86)).not.toEqual(encryptPush('a', KEYS).subarray(0, 86));
  expect(() => encryptPush('x'.repeat(PUSH_TEXT_MAX + 1), KEYS)).toThrow('too long');
});

test('signs for one push service, with a key that nobody else can read and that stays', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vapid-'));
  const vapid = openVapid(folder, 'mailto:house@example.test');
  expect(statSync(join(folder, 'keys', 'push.pem')).mode & 0o777).toBe(0o600);
  expect(openVapid(folder, 'mailto:house@example.test').publicKey).toBe(vapid.publicKey);
  const header = vapid.authorization('https://push.example.test/send/1', 1_700_000_000_000);
  const [, head = '', claims = '', signature = ''] = /^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=/.exec(header) ?? [];
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    aud: 'https://push.example.test',
    exp: 1_700_000_000 + 43_200,
    sub: 'mailto:house@example.test',
  });
  const point = Buffer.from(vapid.publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
  rmSync(folder, { recursive: true });
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
  ['https://web.push.apple.com/abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://user@fcm.googleapis.com/abc', false],
  ['https://fcm.googleapis.com.evil.test/abc', false],
  ['https://db5p.notify.windows.com/w/?token=abc', true],
  ['https://evilnotify.windows.com/abc', false],
  ['https://mine.notify.windows.com/abc', false],
  ['https://wns2-par02p.mine.notify.windows.com/abc', false],
  ['https://mine.push.apple.com/abc', false],
  ['https://a.b.push.services.mozilla.com/abc', false],
  ['https://127.0.0.1/abc', false],
  ['https://169.254.169.254/latest', false],
  ['nothing', false],
])('%s: %s', (endpoint, expected) => {
  expect(isPushService(endpoint)).toBe(expected);
});

test('knows keys of a browser', () => {
  expect(arePushKeys(KEYS)).toBe(true);
  expect(arePushKeys({ ...KEYS, auth: 'AAAA' })).toBe(false);
  expect(arePushKeys({ ...KEYS, p256dh: KEYS.auth })).toBe(false);
});
