import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Claimer, type ClaimState, RENEW_MS } from './claimer.ts';

const UNTIL = '2026-03-01T00:05:00.000Z';
let log: string[];
let states: ClaimState['kind'][];
let answers: ({ until: string } | { code: number | undefined } | Promise<{ until: string }>)[];

const open = () =>
  new Claimer(
    {
      claim: async (queue, item) => {
        log.push(`claim ${queue} ${item}`);
        return (await answers.shift()) ?? { until: UNTIL };
      },
      release: async (queue, item) => void log.push(`release ${queue} ${item}`),
    },
    (state) => void states.push(state.kind),
  );

beforeEach(() => {
  vi.useFakeTimers();
  log = [];
  states = [];
  answers = [];
});
afterEach(() => vi.useRealTimers());

test('an item is claimed when opened, kept while open, and let go of when left', async () => {
  const claimer = open();
  await claimer.take('kyc', 7);
  expect(states.at(-1)).toBe('mine');
  await vi.advanceTimersByTimeAsync(RENEW_MS * 2);
  claimer.leave();
  expect(log).toEqual(['claim kyc 7', 'claim kyc 7', 'claim kyc 7', 'release kyc 7']);
  await vi.advanceTimersByTimeAsync(RENEW_MS * 2);
  expect(log).toHaveLength(4);
});

test('opening the next one lets go of the last', async () => {
  const claimer = open();
  await claimer.take('kyc', 7);
  await claimer.take('kyc', 8);
  expect(log).toEqual(['claim kyc 7', 'release kyc 7', 'claim kyc 8']);
});

test('an item of somebody else is watched until it is free', async () => {
  answers = [{ code: 11159 }, { until: UNTIL }];
  const claimer = open();
  await claimer.take('deposits', 3);
  expect(states.at(-1)).toBe('other');
  await vi.advanceTimersByTimeAsync(RENEW_MS / 8);
  expect(states.at(-1)).toBe('mine');
  claimer.leave();
});

test('a lost connection is not a claim', async () => {
  answers = [{ code: undefined }];
  const claimer = open();
  await claimer.take('deposits', 3);
  expect(states.at(-1)).toBe('failed');
  claimer.leave();
});

test('an answer that comes after the item was left is undone', async () => {
  let settle: (value: { until: string }) => void = () => undefined;
  answers = [new Promise((resolve) => (settle = resolve))];
  const claimer = open();
  const taking = claimer.take('kyc', 9);
  claimer.leave();
  settle({ until: UNTIL });
  await taking;
  expect(log).toEqual(['claim kyc 9', 'release kyc 9', 'release kyc 9']);
  expect(states.at(-1)).toBe('none');
});
