import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { OPERATOR_SOCKET_PATH } from '@glasshouse/api/operator/queues';
import { PAGE_HOST, socketOrigin } from '@glasshouse/app/page-host';
import { Cell } from '@glasshouse/client/emitter';
import { Connection } from '@glasshouse/client/live/connection';
import { useSyncExternalStore } from 'react';
import { call } from '../api/client.ts';

type Queues = OperatorResultOf<'getQueues'>;
export type Claim = Queues['claims'][number];

/** What waits in a queue, and whether the first of it is past its deadline. */
export interface QueueCount {
  readonly waiting: number;
  readonly isLate: boolean;
}

const queues = new Cell<Queues>({ queues: [], claims: [], chats: [] });
const live = new Cell(false);

/** The server speaks only when something changed; a link that is silent for longer is renewed. */
const SILENCE_MS = 300_000;
/** Without the socket, what waits is asked for this often. */
const POLL_MS = 15_000;
const SESSION_ENDED = 4401;
let timer: ReturnType<typeof setInterval> | undefined;

const connection = new Connection({
  host: PAGE_HOST,
  open: () => new WebSocket(`${socketOrigin()}${OPERATOR_SOCKET_PATH}`),
  // The cookie says who it is; nothing needs to be sent.
  onOpen: () => undefined,
  onMessage: (message) => queues.set(message as Queues),
  onState: (state) => live.set(state === 'live'),
  isFinal: (code) => {
    // Whoever asks next learns that the session is over.
    if (code === SESSION_ENDED) void refreshCounts();
    return code === SESSION_ENDED;
  },
  silenceMs: SILENCE_MS,
});

export const useIsLive = (): boolean => useSyncExternalStore(live.subscribe, live.get);
export const useClaims = (): readonly Claim[] => useSyncExternalStore(queues.subscribe, queues.get).claims;

/** Conversations with support that changed last. */
export const useChats = (): Queues['chats'] => useSyncExternalStore(queues.subscribe, queues.get).chats;

export function useCounts(): { readonly [queue: string]: QueueCount | undefined } {
  const known = useSyncExternalStore(queues.subscribe, queues.get);
  const now = Date.now();
  return Object.fromEntries(
    known.queues.map(({ queue, waiting, dueAt }) => [
      queue,
      { waiting, isLate: dueAt !== null && Date.parse(dueAt) < now },
    ]),
  );
}

/** Changes whenever something happened in the queue: then its list is read again. */
export function useQueueVersion(name: string): string {
  const known = useSyncExternalStore(queues.subscribe, queues.get);
  const found = known.queues.find(({ queue }) => queue === name);
  return found === undefined ? '' : `${found.waiting} ${found.oldestAt} ${found.dueAt}`;
}

/** After a decision of one's own: the socket would bring it a moment later. */
export async function refreshCounts(): Promise<void> {
  const answer = await call('getQueues', {});
  if (answer.ok) queues.set(answer.result);
}

/** Follows what waits while somebody is signed in. */
export function startCounts(): void {
  stopCounts();
  void refreshCounts();
  connection.start();
  timer = setInterval(() => {
    if (!live.get() && document.visibilityState === 'visible') void refreshCounts();
  }, POLL_MS);
}

export function stopCounts(): void {
  clearInterval(timer);
  connection.stop();
  live.set(false);
  queues.set({ queues: [], claims: [], chats: [] });
}
