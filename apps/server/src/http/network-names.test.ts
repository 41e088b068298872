import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { networkNames, openNetworkNames } from './network-names.ts';

const nameOf = networkNames(Buffer.alloc(32, 7));
const NAME = /^[0-9a-f]{16}$/;

test.each([
  ['two addresses of one /24', '203.0.113.7', '203.0.113.250', true],
  ['the next /24', '203.0.113.7', '203.0.114.7', false],
  ['an IPv4 address in its IPv6 form', '::ffff:203.0.113.7', '203.0.113.9', true],
  ['that form in hexadecimal digits', '::ffff:cb00:7107', '203.0.113.9', true],
  ['two such of other networks', '::ffff:cb00:7107', '::ffff:c633:6407', false],
  ['two households of one /48', '2001:db8:12:3400::1', '2001:db8:12:ff::99', true],
  ['the next /48', '2001:db8:12::1', '2001:db8:13::1', false],
  ['another spelling', '2001:DB8:12:0:0:0:0:1', '2001:db8:12::1', true],
  ['IPv4 and IPv6', '203.0.113.7', '2001:db8:12::1', false],
])('%s', (_what, first, second, same) => {
  const left = nameOf(first).network;
  const right = nameOf(second).network;
  expect(left).toMatch(NAME);
  expect(right).toMatch(NAME);
  expect(left === right).toBe(same);
});

test.each([
  '127.0.0.1',
  '::1',
  '::ffff:127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.20',
  '100.64.0.9',
  '169.254.1.1',
  'fe80::1%eth0',
  'fd12:3456::1',
  '',
  'unknown',
])('nothing is known of %s', (address) => {
  expect(nameOf(address)).toEqual({});
});

test('another key gives other names, and a name holds nothing of the address', () => {
  const otherNames = networkNames(Buffer.alloc(32, 8));
  expect(otherNames('203.0.113.7').network).not.toBe(nameOf('203.0.113.7').network);
  expect(JSON.stringify(nameOf('203.0.113.7'))).not.toContain('203.0');
});

describe('the key', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'glasshouse-networks-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const file = () => join(folder, 'keys/networks.key');

  test('is made once, for its owner alone, and keeps the names over a restart', () => {
    const first = openNetworkNames(folder)('203.0.113.7');
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readFileSync(file(), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    expect(openNetworkNames(folder)('203.0.113.8')).toEqual(first);
  });

  test('that is none is refused', () => {
    openNetworkNames(folder);
    writeFileSync(file(), 'secret\n');
    expect(() => openNetworkNames(folder)).toThrow(/networks\.key is not a key of 32 bytes/);
  });
});
