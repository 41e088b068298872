import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addMasterKey, dropOldMasterKeys, masterKeyOf, openMasterKey } from './master-key.ts';

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'glasshouse-key-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};
const secret = Buffer.from('passport C01X00T47');

test('what is sealed opens under the same purpose and context only', () => {
  const key = masterKeyOf('ab'.repeat(32));
  const sealed = key.seal('kyc', secret, 'submission 7');
  expect(key.open('kyc', sealed, 'submission 7')).toEqual(secret);
  expect(key.open('files', sealed, 'submission 7')).toBeUndefined();
  expect(key.open('kyc', sealed, 'submission 8')).toBeUndefined();
  expect(masterKeyOf('cd'.repeat(32)).open('kyc', sealed, 'submission 7')).toBeUndefined();
  expect(sealed.includes(secret)).toBe(false);
});

test('a byte changed anywhere, or missing, is noticed', () => {
  const key = masterKeyOf('ab'.repeat(32));
  const sealed = key.seal('kyc', secret, '');
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed[index]! ^= 1;
    expect(key.open('kyc', changed, '')).toBeUndefined();
    expect(key.open('kyc', sealed.subarray(0, index), '')).toBeUndefined();
  }
});

test('the key file is made once, for its owner only', () => {
  const data = folder();
  const sealed = openMasterKey(data, undefined).seal('kyc', secret, '');
  expect(openMasterKey(data, undefined).open('kyc', sealed, '')).toEqual(secret);
  expect(statSync(join(data, 'keys/master.key')).mode & 0o777).toBe(0o600);
});

test('after a rotation old things open and new ones are sealed under the new key', () => {
  const data = folder();
  const before = openMasterKey(data, undefined);
  const sealed = before.seal('kyc', secret, '');
  const after = addMasterKey(data);
  expect(after.keyId).not.toBe(before.keyId);
  expect(after.keyIdOf(sealed)).toBe(before.keyId);
  expect(after.open('kyc', sealed, '')).toEqual(secret);
});

test('a server that runs during a rotation learns the new key when it meets it', () => {
  const data = folder();
  const running = openMasterKey(data, undefined);
  const after = addMasterKey(data);
  expect(running.keyId).not.toBe(after.keyId);
  expect(running.open('kyc', after.seal('kyc', secret, ''), '')).toEqual(secret);
  expect(running.keyId).toBe(after.keyId);
  expect(after.open('kyc', running.seal('kyc', secret, ''), '')).toEqual(secret);
  expect(running.open('kyc', masterKeyOf('ab'.repeat(32)).seal('kyc', secret, ''), '')).toBeUndefined();
});

test('without the old keys only what is under the newest opens', () => {
  const data = folder();
  const old = openMasterKey(data, undefined).seal('kyc', secret, '');
  const sealed = addMasterKey(data).seal('kyc', secret, '');
  dropOldMasterKeys(data);
  expect(openMasterKey(data, undefined).open('kyc', old, '')).toBeUndefined();
  expect(openMasterKey(data, undefined).open('kyc', sealed, '')).toEqual(secret);
});
