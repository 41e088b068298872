import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HeldRefusals } from './held-refusals.ts';

const LIMITS = { holdMs: 500, perNetworkMax: 2, max: 3 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The names of what was sent so far. */
function openRefusals(limits = LIMITS) {
  const refusals = new HeldRefusals(limits);
  const sent: string[] = [];
  return { sent, send: (network: string, name: string) => refusals.send(network, () => void sent.push(name)) };
}

test('a refusal is sent when its time has passed', () => {
  const { sent, send } = openRefusals();
  send('flood', 'first');
  vi.advanceTimersByTime(499);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual(['first']);
});

test('a network with as many held refusals as it may have gets the next at once', () => {
  const { sent, send } = openRefusals();
  for (const name of ['first', 'second', 'third']) send('flood', name);
  send('honest', 'own');
  expect(sent).toEqual(['third']);
  vi.advanceTimersByTime(500);
  expect(sent).toEqual(['third', 'first', 'second', 'own']);
  send('flood', 'fourth');
  expect(sent).toHaveLength(4);
});

test('no more refusals are held than all networks may have together', () => {
  const { sent, send } = openRefusals();
  for (const network of ['a', 'b', 'c', 'd']) send(network, network);
  expect(sent).toEqual(['d']);
});

test('without a time to hold them, refusals are sent at once', () => {
  const { sent, send } = openRefusals({ ...LIMITS, holdMs: 0 });
  send('flood', 'first');
  expect(sent).toEqual(['first']);
});
