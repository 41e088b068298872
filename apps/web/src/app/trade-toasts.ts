import { createFormatter, type Formatter } from '@glasshouse/i18n/format';
import { type Language, languageInfo } from '@glasshouse/i18n/languages';
import { type ToastContent, toasts } from '@glasshouse/ui';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { needMessages, translator } from '../i18n/language.ts';
import { serverNow } from '../live/clock.ts';
import { onUserEvent } from '../live/user.ts';
import { currentBook } from '../session/session.ts';
import type { Announcement } from './announcements.ts';

/** Orders and alerts; balances change far too often to be talked about. */
const TOLD = /^(options|contracts|spot)\.|^alert$/;

/** Says what happened to an order or an alert, wherever the user is in the app; screen readers hear it as well. */
export function useTradeToasts(): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const said = new Said();
    return onUserEvent({
      event: (kind, book, data) => {
        if (book === currentBook() && TOLD.test(kind)) void tell({ kind, data, said, navigate });
      },
      resync: () => undefined,
    });
  }, [navigate]);
}

interface Event {
  readonly kind: string;
  readonly data: unknown;
  readonly said: Said;
  readonly navigate: (path: string) => void;
}

/** What to say is fetched with the first event that may need a word: no page waits for it. */
async function tell({ kind, data, said, navigate }: Event): Promise<void> {
  try {
    const { announcementOf } = await import('./announcements.ts');
    const announcement = announcementOf(kind, data, serverNow());
    if (announcement === undefined || !said.first(announcement.key)) return;
    await needMessages(announcement.namespaces);
    show(announcement, navigate);
  } catch {
    // Without the words there is nothing to say; the lists show the result all the same.
  }
}

/** An event can be heard twice (a link that resumes); it is said once. */
class Said {
  static readonly #max = 200;
  readonly #keys = new Set<string>();

  first(key: string): boolean {
    if (this.#keys.has(key)) return false;
    if (Said.#max <= this.#keys.size) this.#keys.clear();
    this.#keys.add(key);
    return true;
  }
}

/** The same page, and of the market page also the same market; the address may hold more than the link does. */
function isHere(href: string): boolean {
  const { pathname, searchParams } = new URL(href, window.location.origin);
  const now = new URLSearchParams(window.location.search);
  return pathname === window.location.pathname && [...searchParams].every(([name, value]) => now.get(name) === value);
}

/** `BTC/USDT` keeps its order inside a right-to-left sentence. */
const isolated = (name: string, language: Language): string =>
  languageInfo(language).dir === 'rtl' ? `\u2068${name}\u2069` : name;

function show(announcement: Announcement, navigate: (path: string) => void): void {
  const { t, language } = translator();
  const format: Formatter = createFormatter(language);
  const { href } = announcement;
  // Whoever looks at the order already is not sent there.
  const here = isHere(href);
  const content: ToastContent = {
    title: announcement.title({ t, format, isolate: (name) => isolated(name, language) }),
    tone: announcement.tone,
    action: here
      ? undefined
      : {
          label: t(announcement.isMarket ? 'alerts:openMarket' : 'trade:options.viewOrder'),
          onPress: () => navigate(href),
        },
  };
  toasts.show(content);
}
