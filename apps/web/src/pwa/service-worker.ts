import { type ClickedNotification, openPage, type PageClients, type PushData, showPush } from './push.ts';
import { type Shell, ShellCache } from './shell-cache.ts';

/** The part of the worker's global scope in use; the page's types do not include it. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: PageClients;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'push', listener: (event: WorkerEvent & { readonly data: PushData | null }) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: WorkerEvent & ClickedNotification) => void): void;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: WorkerEvent & MessageEvent) => void): void;
}

const worker = self as unknown as WorkerScope;
/** Written by the build (build/service-worker.ts). */
const shell = JSON.parse('@@SHELL@@') as Shell;
const cache = new ShellCache({
  shell,
  caches,
  fetch: (...args) => fetch(...args),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
});

worker.addEventListener('install', (event) => {
  // File names contain their hash, so a new worker can serve pages of the previous release without
  // waiting.
  event.waitUntil(cache.install().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([cache.activate(), worker.registration.navigationPreload?.enable()]).then(() => worker.clients.claim()),
  );
});

worker.addEventListener('fetch', (event) => {
  const answer = cache.answer(event.request, (work) => event.waitUntil(work), event.preloadResponse);
  if (answer !== undefined) event.respondWith(answer);
});

worker.addEventListener('message', (event) => {
  const { keep } = event.data as { keep?: unknown };
  if (Array.isArray(keep)) event.waitUntil(cache.keep(keep.filter((path) => typeof path === 'string')));
});

worker.addEventListener('push', (event) => {
  event.waitUntil(showPush(worker.registration, event.data));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(worker.clients, event.notification.data));
});
