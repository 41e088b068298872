import { describe, expect, test } from 'vitest';
import { isAllowedNetwork, isSameNetwork } from './networks.ts';

describe('one network', () => {
  test.each([
    ['the address itself', '192.0.2.7', '192.0.2.7', true],
    ['another of the same 256', '192.0.2.7', '192.0.2.250', true],
    ['the next 256', '192.0.2.7', '192.0.3.7', false],
    ['an IPv4 address in its IPv6 form', '::ffff:192.0.2.7', '192.0.2.9', true],
    ['such a form of another network', '::ffff:192.0.2.7', '::ffff:198.51.100.7', false],
    ['one customer of an IPv6 provider', '2001:db8:12:3400::1', '2001:db8:12:ff::99', true],
    ['the next customer', '2001:db8:12::1', '2001:db8:13::1', false],
    ['another spelling of the address', '2001:DB8:12:0:0:0:0:1', '2001:db8:12::1', true],
    ['IPv4 and IPv6', '192.0.2.7', '2001:db8:12::1', false],
    ['no address at all', '', '192.0.2.7', false],
    ['two times the same of what is none', 'unix', 'unix', true],
    ['what is none', 'unix', 'socket', false],
  ])('%s', (_name, left, right, expected) => {
    expect(isSameNetwork(left, right)).toBe(expected);
    expect(isSameNetwork(right, left)).toBe(expected);
  });
});

test('allowed networks take addresses in both forms, and an empty list takes all', () => {
  const networks = ['192.0.2.0/24', '2001:db8::/32'];
  expect(isAllowedNetwork(networks, '::ffff:192.0.2.9')).toBe(true);
  expect(isAllowedNetwork(networks, '2001:db8:5::1')).toBe(true);
  expect(isAllowedNetwork(networks, '192.0.3.9')).toBe(false);
  expect(isAllowedNetwork([], '192.0.3.9')).toBe(true);
});
