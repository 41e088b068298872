/**
 * The compiler holds the list of modules: `tsc` fails where one of the marked lines stops being an
 * error. At run time nothing is checked any more.
 */
import { code } from '@glasshouse/api/codes';
import { expect, test } from 'vitest';
import { type CallHandlers, refuse } from './call.ts';
import type { OperatorHandlers } from './operator-call.ts';
import { type AllCalls, type AllOperatorCalls, joinModules, mergeCalls } from './server-module.ts';

const nothing = () => refuse(code.nothingFound);
const friends = { listFriends: nothing } satisfies CallHandlers;
const rewards = { listRewards: nothing } satisfies CallHandlers;
const queues = { getQueues: nothing } satisfies OperatorHandlers;
/** Everything else. */
const others = {
  name: 'others',
  calls: {} as Omit<AllCalls, 'listFriends' | 'listRewards'>,
  operatorCalls: {} as Omit<AllOperatorCalls, 'getQueues'>,
};
const referrals = { name: 'referrals', calls: mergeCalls([friends, rewards]), operatorCalls: queues };

test('calls of several parts are one list', () => {
  const merged = mergeCalls([friends, rewards]);
  expect(Object.keys(merged)).toEqual(['listFriends', 'listRewards']);
  expect(merged.listRewards).toBe(nothing);
});

test('modules are joined, started and stopped together', async () => {
  const log: string[] = [];
  const started = (name: string) => ({
    name,
    start: () => {
      log.push(`${name} starts`);
      return async () => void log.push(`${name} ends`);
    },
  });
  const joined = joinModules([others, referrals, started('mails'), started('sweep')]);
  expect(joined.calls.listFriends).toBe(nothing);
  expect(joined.operatorCalls.getQueues).toBe(nothing);
  await joined.start()();
  expect(log).toEqual(['mails starts', 'sweep starts', 'mails ends', 'sweep ends']);
});

test('two modules that answer the same call do not compile', () => {
  // @ts-expect-error listFriends is answered twice
  mergeCalls([friends, rewards, { listFriends: nothing } satisfies CallHandlers]);
  // @ts-expect-error a list of unknown calls may answer anything
  mergeCalls([friends, friends as CallHandlers]);
  // @ts-expect-error listFriends is answered twice
  joinModules([others, referrals, { name: 'again', calls: friends }]);
  // @ts-expect-error getQueues is answered twice
  joinModules([others, referrals, { name: 'again', operatorCalls: queues }]);
});

test('a call that no module answers does not compile', () => {
  // @ts-expect-error listRewards is not answered
  joinModules([others, { name: 'referrals', calls: friends, operatorCalls: queues }]);
  // @ts-expect-error getQueues is not answered
  joinModules([others, { name: 'referrals', calls: referrals.calls }]);
});

test('a module cannot answer a call that the contract does not have', () => {
  // @ts-expect-error the contract has no such call
  const calls = { listFoes: nothing } satisfies CallHandlers;
  expect(calls.listFoes).toBe(nothing);
});
