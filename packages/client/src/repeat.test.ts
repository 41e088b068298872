import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Answer } from './envelope.ts';
import { untilKnown } from './repeat.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const done: Answer<string> = { ok: true, result: 'placed', notice: undefined };
const refused: Answer<string> = { ok: false, failure: { kind: 'refused', code: 10011, message: '', fields: {} } };
const unknown: Answer<string> = { ok: false, failure: { kind: 'server', message: '', requestId: undefined } };
const timeout: Answer<string> = { ok: false, failure: { kind: 'timeout' } };
const limited: Answer<string> = { ok: false, failure: { kind: 'limited', message: '', retryAfterSeconds: 1 } };

test.each([
  ['an answer', [done], done, 1],
  ['a refusal', [refused], refused, 1],
  ['a limit', [limited], limited, 1],
  ['an unknown outcome that becomes known', [unknown, timeout, done], done, 3],
  ['an unknown outcome that turns out refused', [unknown, refused], refused, 2],
  ['one that stays unknown', [unknown, unknown, unknown, unknown], unknown, 4],
])('%s', async (_what, answers, last, times) => {
  const send = vi.fn(async () => answers[send.mock.calls.length - 1] as Answer<string>);
  const answer = untilKnown(send);
  await vi.runAllTimersAsync();
  expect(await answer).toEqual(last);
  expect(send).toHaveBeenCalledTimes(times);
});
