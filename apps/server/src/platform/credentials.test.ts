/** Passwords of addresses are in no message and in no line of the log. */
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { withoutCredentials } from './credentials.ts';

test.each([
  ['postgres://glass:s3cret@db.example/glass', 'postgres://[hidden]@db.example/glass'],
  ['connect to smtps://me:p%40ss@mail.example:465 failed', 'connect to smtps://[hidden]@mail.example:465 failed'],
  ['smtp:me:s3cret@mail.example', 'smtp:[hidden]@mail.example'],
  ['{"input":"postgres://a:b@c","at":1}', '{"input":"postgres://[hidden]@c","at":1}'],
  ['postgres://db.example/glass?password=s3cret&x=1', 'postgres://db.example/glass?password=[hidden]&x=1'],
  ['https://broker.example/wallet?code=5', 'https://broker.example/wallet?code=5'],
  ['"at":"2026-01-05T12:00:00Z","to":"ann@example.org"', '"at":"2026-01-05T12:00:00Z","to":"ann@example.org"'],
])('%s', (text, expected) => {
  expect(withoutCredentials(text)).toBe(expected);
});

test.each([
  ['DATABASE_URL', 'mysql://glass:s3cret@db.example/glass'],
  ['DATABASE_URL', 'glass:s3cret@db.example'],
  ['SMTP_URL', 'http://me:s3cret@mail.example'],
  ['SMTP_URL', 'me s3cret mail.example'],
  ['PUBLIC_URL', 'ftp://me:s3cret@broker.example'],
  ['ANCHOR_URL', 'ftp://me:s3cret@anchors.example'],
  ['MASTER_KEY', 's3cret'],
])('a wrong %s of %s is named without its password', (name, value) => {
  const read = readConfig({ [name]: value });
  expect(read.ok).toBe(false);
  const text = JSON.stringify(read);
  expect(text).toContain(name);
  expect(text).not.toContain('s3cret');
});
