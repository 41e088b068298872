/** The end of a list, over a real query whose pages arrive one after the other. */

import { CallError } from '@glasshouse/client/failure';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ShowMore } from './show-more.tsx';

const SHOW_MORE = 'action.showMore';
const RETRY = 'action.retry';

interface Page {
  readonly next: number | null;
}

/** A list whose pages come from `answers` in turn: a page, or an error. The first is loaded. */
async function listOf(...answers: readonly (Page | Error)[]) {
  const coming = answers.values();
  const observer = new InfiniteQueryObserver(new QueryClient(), {
    queryKey: ['list'],
    queryFn: () => {
      const answer = coming.next().value;
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('asked too often');
      return answer;
    },
    initialPageParam: 0,
    getNextPageParam: (page: Page) => page.next,
    retry: false,
  });
  await observer.refetch();
  return {
    next: () => observer.getCurrentResult().fetchNextPage(),
    drawn: () => renderToStaticMarkup(<ShowMore pages={observer.getCurrentResult()} />),
  };
}

test('the end of a list shows nothing', async () => {
  expect((await listOf({ next: null })).drawn()).toBe('');
});

test('a failed page says why and can be retried, until the end is reached', async () => {
  const refusal = new CallError({ kind: 'refused', code: 1, message: 'Not now.', fields: {} });
  const list = await listOf({ next: 1 }, refusal, { next: 2 }, { next: null });
  expect(list.drawn()).toContain(SHOW_MORE);
  expect(list.drawn()).not.toContain(RETRY);
  await list.next();
  expect(list.drawn()).toContain('Not now.');
  expect(list.drawn()).toContain(RETRY);
  expect(list.drawn()).not.toContain(SHOW_MORE);
  await list.next();
  expect(list.drawn()).not.toContain('Not now.');
  expect(list.drawn()).toContain(SHOW_MORE);
  await list.next();
  expect(list.drawn()).toBe('');
});

test('without an answer the message is that of an unreachable server', async () => {
  const list = await listOf({ next: 1 }, new TypeError('no network'));
  await list.next();
  expect(list.drawn()).toContain('state.unreachable');
});
