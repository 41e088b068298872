/**
 * Main's side of the port, over a real message channel: who gets which answer, and what happens
 * when the core is gone.
 */
import { MessageChannel } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { FromCore, SequencedUserEvent, SubmittedCommand, ToCore } from './bus.ts';
import { CoreLostError, PortBus } from './port-bus.ts';
import type { CommandInput } from './types.ts';

const input = (userId: number): CommandInput => ({
  id: `${userId}:k`,
  userId,
  book: 'demo',
  type: 't',
  body: { a: [1, '"'] },
});

/** A core at the other end, answering each batch in reverse order. */
function connect(onBatch: (batch: SubmittedCommand[]) => void = () => {}) {
  const { port1, port2 } = new MessageChannel();
  const bus = new PortBus(port1);
  port1.on('message', (message: FromCore) => bus.receive(message));
  const post = (message: FromCore): void => port2.postMessage(message);
  port2.on('message', (message: ToCore) => {
    if (message.kind !== 'submit') return;
    const batch = JSON.parse(message.batch) as SubmittedCommand[];
    onBatch(batch);
    const answers = batch.reverse().map(({ ticket, input: { userId, body } }) => ({
      ticket,
      answer: { seq: userId, code: 200, result: body },
    }));
    post({ kind: 'answers', batch: JSON.stringify(answers), head: `${answers.length} ${'ab'.repeat(32)}` });
  });
  return { bus, post, close: () => port1.close() };
}

test('each caller gets its own answer; commands of one event-loop turn share a message', async () => {
  const sizes: number[] = [];
  const { bus, close } = connect((batch) => sizes.push(batch.length));
  const answers = await Promise.all([1, 2, 3].map((user) => bus.submit(input(user))));
  expect(answers.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(answers[0]?.result).toEqual({ a: [1, '"'] });
  expect(sizes).toEqual([3]);
  expect(bus.head).toBe(`3 ${'ab'.repeat(32)}`);
  close();
});

test('only wanted events are delivered, in order', async () => {
  const { bus, post, close } = connect();
  const event = (userId: number, seq: number): SequencedUserEvent => ({
    userId,
    book: 'demo',
    kind: 'alert',
    data: { seq },
    seq,
    at: 1,
  });
  const events = [event(1, 1), event(2, 2), event(1, 3)];
  const delivered = new Promise<readonly SequencedUserEvent[]>((resolve) =>
    bus.onUserEvents(resolve, (user) => user === 1),
  );
  post({
    kind: 'events',
    users: events.map(({ userId }) => userId),
    events: events.map((event) => JSON.stringify(event)),
  });
  expect(await delivered).toEqual([event(1, 1), event(1, 3)]);
  close();
});

test('frames that arrive before anybody listens are kept, the full one first', () => {
  const bus = new PortBus({ postMessage: () => {} });
  const frame = (seq: number) => ({ seq, at: seq, full: seq === 1, rows: [] });
  for (const seq of [1, 2]) bus.receive({ kind: 'frame', frame: frame(seq) });
  const seen: number[] = [];
  bus.onMarketFrame(({ seq }) => seen.push(seq));
  bus.receive({ kind: 'frame', frame: frame(3) });
  expect(seen).toEqual([1, 2, 3]);
});

test('when the core is gone, waiting and later callers are rejected', async () => {
  const bus = new PortBus({ postMessage: () => {} });
  const waiting = bus.submit(input(1));
  bus.close('killed');
  await expect(waiting).rejects.toBeInstanceOf(CoreLostError);
  await expect(bus.submit(input(2))).rejects.toThrow('killed');
});
