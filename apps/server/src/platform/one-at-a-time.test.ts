import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

test('asks in order, one at a time, goes on after a failure, and refuses a long line', async () => {
  const log: string[] = [];
  const open: PromiseWithResolvers<string>[] = [];
  const ask = oneAtATime((name: string) => {
    log.push(name);
    const answer = Promise.withResolvers<string>();
    open.push(answer);
    return answer.promise;
  }, 2);
  const first = ask('a');
  const second = ask('b');
  const third = ask('c');
  expect(await third).toBeUndefined();
  expect(log).toEqual(['a']);
  open[0]!.reject(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  const fourth = ask('d');
  await expect.poll(() => log).toEqual(['a', 'b']);
  open[1]!.resolve('B');
  expect(await second).toBe('B');
  await expect.poll(() => log).toEqual(['a', 'b', 'd']);
  open[2]!.resolve('D');
  expect(await fourth).toBe('D');
});
