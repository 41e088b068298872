import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import type { Permission } from '@glasshouse/api/operator/permissions';
import { OPERATOR_SOCKET_PATH, QUEUE_PERMISSIONS, type Queue, REVIEWS } from '@glasshouse/api/operator/queues';
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

/**
 * Whether a queue belongs to the work of an operator. Requests are for whoever reviews something:
 * an auditor reads them, and decides none.
 */
export const hasCases = (queue: Queue, may: (permission: Permission) => boolean): boolean =>
  may(QUEUE_PERMISSIONS[queue].work) && (queue !== 'requests' || REVIEWS.some(may));

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

/** How many rows the merged queue of this operator has, and whether the first of them is late. */
export function useCases(may: (permission: Permission) => boolean): QueueCount {
  const known = useSyncExternalStore(queues.subscribe, queues.get);
  const now = Date.now();
  const own = known.queues.filter(({ queue }) => hasCases(queue, may));
  return {
    waiting: own.reduce((sum, { cases }) => sum + cases, 0),
    isLate: own.some(({ dueAt }) => dueAt !== null && Date.parse(dueAt) < now),
  };
}

/** Changes whenever something happened in one of the queues: then their list is read again. */
export function useQueueVersion(...names: readonly Queue[]): string {
  const known = useSyncExternalStore(queues.subscribe, queues.get);
  return known.queues
    .filter(({ queue }) => names.includes(queue))
    .map(({ waiting, cases, oldestAt, dueAt }) => `${waiting} ${cases} ${oldestAt} ${dueAt}`)
    .join();
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
