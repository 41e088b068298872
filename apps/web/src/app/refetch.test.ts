import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { refetch } from './refetch.ts';

/** A query that is shown, each of whose answers comes when the test says so. */
function shown() {
  const client = new QueryClient();
  const answers: ((value: number) => void)[] = [];
  const queryFn = () => new Promise<number>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(client, { queryKey: ['private', 'unread'], queryFn, retry: false });
  const stop = observer.subscribe(() => undefined);
  return { client, answers, data: () => observer.getCurrentResult().data, stop };
}

test('what happens while the first answer is under way is fetched after it, once', async () => {
  const { client, answers, data, stop } = shown();
  expect(answers).toHaveLength(1);
  refetch(client, ['private']);
  refetch(client, ['private']);
  answers[0]!(0);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]!(7);
  await vi.waitFor(() => expect(data()).toBe(7));
  expect(answers).toHaveLength(2);
  stop();
});

test('an answer is shown however fast events follow each other, and the last of them is never missed', async () => {
  const { client, answers, data, stop } = shown();
  answers[0]!(0);
  await vi.waitFor(() => expect(data()).toBe(0));
  // Each answer takes as long as three events.
  for (let round = 1; round <= 4; round += 1) {
    for (let event = 0; event < 3; event += 1) refetch(client, ['private']);
    await vi.waitFor(() => expect(answers).toHaveLength(round + 1));
    refetch(client, ['private']);
    answers[round]!(round);
    await vi.waitFor(() => expect(data()).toBe(round));
  }
  await vi.waitFor(() => expect(answers).toHaveLength(6));
  answers[5]!(5);
  await vi.waitFor(() => expect(data()).toBe(5));
  expect(answers).toHaveLength(6);
  stop();
});
