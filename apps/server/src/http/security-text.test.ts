import { expect, test } from 'vitest';
import { securityText } from './security-text.ts';

const site = new URL('https://trade.example');
const now = Date.parse('2026-03-01T17:00:00Z');
const linesFor = (contact: string) => securityText({ site, contact, now }).split('\n');

test.each([
  ['security@trade.example', 'mailto:security@trade.example'],
  ['https://trade.example/report', 'https://trade.example/report'],
  ['', 'https://trade.example/service.html'],
  ['Call us any time', 'https://trade.example/service.html'],
  ['javascript:alert(1)', 'https://trade.example/service.html'],
])('contact %j', (contact, shown) => {
  expect(linesFor(contact)[0]).toBe(`Contact: ${shown}`);
});

test('ends within a year, and says where it belongs', () => {
  const lines = linesFor('');
  expect(lines[1]).toBe('Expires: 2026-08-28T00:00:00.000Z');
  expect(lines).toContain('Canonical: https://trade.example/.well-known/security.txt');
  expect(lines[2]).toMatch(/^Preferred-Languages: en.*, de/);
});
