import { expect, test, vi } from 'vitest';
import { createUpdateWatch } from './updates.ts';

const page = (hash: string) => `<script type="module" src="/assets/index-${hash}.js"></script>`;
const HOUR = 3_600_000;

function watched(pages: (string | Error)[]) {
  let now = 0;
  const tell = vi.fn();
  const fetchPage = vi.fn(async () => {
    const next = pages.shift() ?? '';
    if (next instanceof Error) throw next;
    return next;
  });
  const watch = createUpdateWatch({ entry: '/assets/index-old.js', fetchPage, now: () => now, tell });
  return { watch, tell, fetchPage, pass: (ms: number) => (now += ms) };
}

test('another release is told once', async () => {
  const { watch, tell } = watched([page('old'), page('new'), page('newer')]);
  await watch.workerChanged();
  expect(tell).not.toHaveBeenCalled();
  await watch.workerChanged();
  await watch.workerChanged();
  expect(tell).toHaveBeenCalledOnce();
});

test.each([
  ['no network', new TypeError('failed')],
  ['the error page of a proxy', '<h1>502</h1>'],
])('%s is no release', async (_, answer) => {
  const { watch, tell } = watched([answer]);
  await watch.workerChanged();
  expect(tell).not.toHaveBeenCalled();
});

test('a tab that is looked at again asks at most once an hour', async () => {
  const { watch, fetchPage, pass } = watched([page('old'), page('old')]);
  await watch.seen();
  pass(HOUR - 1);
  await watch.seen();
  expect(fetchPage).not.toHaveBeenCalled();
  pass(1);
  await watch.seen();
  await watch.seen();
  expect(fetchPage).toHaveBeenCalledOnce();
});
