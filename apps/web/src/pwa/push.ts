/** The parts of the Push API that a service worker uses; the page's types do not include them. */
export interface PushData {
  json(): unknown;
}
export interface ClickedNotification {
  readonly notification: { readonly data: unknown; close(): void };
}
export interface PageClients {
  claim(): Promise<void>;
  matchAll(options: { readonly type: 'window' }): Promise<readonly PageClient[]>;
  openWindow(url: string): Promise<unknown>;
}
interface PageClient {
  readonly url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

interface PushNotification {
  readonly title: string;
  readonly content: string;
  readonly link: string;
  readonly tag: string;
  readonly language: string;
}

const ICON = '/icon-192.png';
const RIGHT_TO_LEFT = 'ar';

/** Only a path of this site: what a message links to is never another one. */
export const pathOf = (link: unknown): string => (typeof link === 'string' && /^\/(?![/\\])/.test(link) ? link : '/');

/** Shows a message of the server; one that cannot be read shows nothing. */
export async function showPush(
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>,
  data: PushData | null,
): Promise<void> {
  if (data === null) return;
  const { title, content, link, tag, language } = data.json() as PushNotification;
  await registration.showNotification(title, {
    body: content,
    tag,
    lang: language,
    dir: language === RIGHT_TO_LEFT ? 'rtl' : 'ltr',
    icon: ICON,
    badge: ICON,
    data: { link: pathOf(link) },
  });
}

/** Brings an open page to the front and leads it to what the message is about, or opens one. */
export async function openPage(clients: PageClients, data: unknown): Promise<void> {
  const path = pathOf((data as { readonly link?: unknown } | null)?.link);
  const [open] = await clients.matchAll({ type: 'window' });
  if (open === undefined) {
    await clients.openWindow(path);
    return;
  }
  await open.focus();
  await open.navigate(path);
}
