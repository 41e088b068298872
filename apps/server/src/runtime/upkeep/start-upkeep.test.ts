/**
 * The thread that signs states comes back after a failure, and not after a stop.
 */
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startUpkeep } from './start-upkeep.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

class StandIn extends EventEmitter {
  postMessage(): void {
    this.emit('exit', 0);
  }
  terminate(): Promise<number> {
    return Promise.resolve(0);
  }
}

test('states are signed again after the thread ended for want of a file', async () => {
  const opened: StandIn[] = [];
  const errors: string[] = [];
  const log = { info: () => {}, debug: () => {}, error: (_fields: unknown, text: string) => errors.push(text) };
  const stop = startUpkeep(
    { databaseUrl: '', dataDir: '', checkpoints: { everyEntries: 1, everyMs: 1 } } as never,
    log as never,
    () => {
      const thread = new StandIn();
      opened.push(thread);
      return thread as never;
    },
  );
  await vi.runOnlyPendingTimersAsync();
  expect(opened).toHaveLength(1);
  opened[0]?.emit('error', new Error('EMFILE: too many open files'));
  opened[0]?.emit('exit', 1);
  expect(errors).toHaveLength(2);
  await vi.runOnlyPendingTimersAsync();
  expect(opened).toHaveLength(2);
  await stop();
  await vi.runOnlyPendingTimersAsync();
  expect(opened).toHaveLength(2);
});
