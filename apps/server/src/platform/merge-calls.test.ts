/**
 * The compiler holds the lists of calls: `tsc` fails where one of the marked lines stops being an
 * error. At run time nothing is checked any more.
 */
import { code } from '@glasshouse/api/codes';
import { expect, test } from 'vitest';
import { type CallHandlers, refuse } from './call.ts';
import { type AllCalls, type AllOperatorCalls, everyCall, everyOperatorCall, mergeCalls } from './merge-calls.ts';
import type { OperatorHandlers } from './operator-call.ts';

const nothing = () => refuse(code.nothingFound);
const friends = { listFriends: nothing } satisfies CallHandlers;
const rewards = { listRewards: nothing } satisfies CallHandlers;
const queues = { getQueues: nothing } satisfies OperatorHandlers;

test('calls of several modules are one list', () => {
  const merged = mergeCalls([friends, rewards]);
  expect(Object.keys(merged)).toEqual(['listFriends', 'listRewards']);
  expect(merged.listRewards).toBe(nothing);
});

test('two modules that answer the same call do not compile', () => {
  // @ts-expect-error listFriends is answered twice
  mergeCalls([friends, rewards, { listFriends: nothing } satisfies CallHandlers]);
  // @ts-expect-error a list of unknown calls may answer anything
  mergeCalls([friends, friends as CallHandlers]);
  const rest = {} as Omit<AllCalls, 'listFriends'>;
  everyCall([friends, rest]);
  // @ts-expect-error listFriends is answered twice
  everyCall([friends, rest, friends]);
  const others = {} as Omit<AllOperatorCalls, 'getQueues'>;
  everyOperatorCall([queues, others]);
  // @ts-expect-error getQueues is answered twice
  everyOperatorCall([queues, others, queues]);
});

test('a call that no module answers does not compile', () => {
  const rest = {} as Omit<AllCalls, 'listFriends' | 'listRewards'>;
  everyCall([friends, rewards, rest]);
  // @ts-expect-error listRewards is not answered
  everyCall([friends, rest]);
  const others = {} as Omit<AllOperatorCalls, 'getQueues'>;
  // @ts-expect-error getQueues is not answered
  everyOperatorCall([others]);
});

test('a module cannot answer a call that the contract does not have', () => {
  // @ts-expect-error the contract has no such call
  const calls = { listFoes: nothing } satisfies CallHandlers;
  expect(calls.listFoes).toBe(nothing);
});
