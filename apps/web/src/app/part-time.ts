import { PART_TIMEOUT_MS } from '@glasshouse/api/constants';

/**
 * Rejects when a part of the app takes too long: the page then offers to reload, instead of a
 * placeholder for ever.
 */
export function inPartTime<Value>(part: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(new Error('a part of the app has not arrived')), PART_TIMEOUT_MS);
  });
  return Promise.race([part, deadline]).finally(() => clearTimeout(timer));
}
