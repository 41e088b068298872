import { needMessages, translator } from '@glasshouse/app/language/language';
import { currentBook } from '@glasshouse/app/session/session';
import { createFormatter, type Formatter } from '@glasshouse/i18n/format';
import { type Language, languageInfo } from '@glasshouse/i18n/languages';
import { type ToastContent, toasts } from '@glasshouse/ui';
import { serverNow } from '../live/clock.ts';
import { privateKey } from '../parts/calls/query-keys.ts';
import type { Announcement } from './announcements.ts';
import { putResult } from './island/results.ts';
import { queryClient } from './query-client.ts';
import { refetch } from './refetch.ts';

interface Event {
  readonly kind: string;
  readonly data: unknown;
  readonly navigate: (path: string) => void;
}

/** The texts load with the first event that may need them: no page waits for them. */
export async function announce({ kind, data, navigate }: Event): Promise<void> {
  try {
    const { announcementOf } = await import('./announcements.ts');
    const announcement = announcementOf(kind, data, serverNow());
    if (announcement === undefined || !announced.add(announcement.key)) return;
    // It is a notification too, by the row that it is about.
    for (const name of ['notifications', 'userInfo'] as const) {
      refetch(queryClient, privateKey(name, currentBook()));
    }
    await needMessages(announcement.namespaces);
    show(announcement, navigate);
  } catch {
    // Without the texts there is no toast; the lists show the result all the same.
  }
}

/** An event can arrive twice (a connection that resumes); it is announced once. */
class AnnouncedKeys {
  static readonly #max = 200;
  readonly #keys = new Set<string>();

  /** True if the key is new. */
  add(key: string): boolean {
    if (this.#keys.has(key)) return false;
    if (AnnouncedKeys.#max <= this.#keys.size) this.#keys.clear();
    this.#keys.add(key);
    return true;
  }
}

const announced = new AnnouncedKeys();

/** The same page and, on the market page, the same market; the URL may hold more than the link. */
function isOpenPage(href: string): boolean {
  const { pathname, searchParams } = new URL(href, window.location.origin);
  const now = new URLSearchParams(window.location.search);
  return pathname === window.location.pathname && [...searchParams].every(([name, value]) => now.get(name) === value);
}

/** Isolates `BTC/USDT` inside a right-to-left sentence. */
const isolated = (name: string, language: Language): string =>
  languageInfo(language).dir === 'rtl' ? `\u2068${name}\u2069` : name;

function show(announcement: Announcement, navigate: (path: string) => void): void {
  const { t, error, language } = translator();
  const format: Formatter = createFormatter(language);
  const { href, key, result } = announcement;
  const title = announcement.title({ t, error, format, isolate: (name) => isolated(name, language) });
  // The island covers nothing; a toast might cover the row that it is about.
  if (result !== undefined && putResult({ key, title, href, ...result, at: serverNow() })) return;
  // No link to the page that is already open.
  const isOpen = isOpenPage(href);
  const content: ToastContent = {
    title,
    tone: announcement.tone,
    action: isOpen
      ? undefined
      : {
          label: t(announcement.isMarket ? 'alerts:openMarket' : 'trade:options.viewOrder'),
          onPress: () => navigate(href),
        },
  };
  toasts.show(content);
}
