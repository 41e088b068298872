import { Banner, Button, ErrorBoundary, useIsHydrating } from '@glasshouse/ui';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useIsOnline } from '../hooks/use-is-online.ts';
import { useT } from '../language/language.ts';

const RETRY_MS = 1_000;
/** Of every release, and small. */
const REACHED_AT = '/icon.svg';

const connected = async (): Promise<unknown> =>
  navigator.onLine !== false || new Promise((done) => addEventListener('online', done, { once: true }));

/** Whether the server answers; a gateway in front of one that is away does not count. */
const isReachable = (): Promise<boolean> =>
  fetch(REACHED_AT, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  );

/**
 * Loads a part after the page, once there is a connection. If it fails, it is loaded once more when
 * the server answers again. Before, it is not asked for: not every browser repeats a request for
 * a module that it failed to fetch. The service worker has the parts that were used before, and
 * holds requests for others by itself.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  if (!navigator.serviceWorker?.controller) await connected();
  let isLast = false;
  for (;;) {
    try {
      return await load();
    } catch (failure) {
      if (isLast) throw failure;
    }
    // A server that stops again while it is asked counts as away.
    isLast = await isReachable();
    do {
      await connected();
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    } while (!(await isReachable()));
    // The bundler asks for a stylesheet once: one that did not come is asked for again here.
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
      if (!hasRules(link)) link.replaceWith(link.cloneNode());
    }
  }
}

/** In Chromium a stylesheet that did not come has a sheet, too; reading its rules throws. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && 0 < sheet.cssRules.length;
  } catch {
    return false;
  }
}

export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadPart(load) }));

interface LazyPlaceProps {
  readonly children: ReactNode;
  /** In its place while it loads. */
  readonly waiting?: ReactNode;
  /** In its place if it does not come at all: the page goes on without it. */
  readonly otherwise?: ReactNode;
}

/**
 * The place of a part that loads after the page, which never takes the page away. A painted page
 * has what stands in its place meanwhile.
 */
export const LazyPlace = ({ children, waiting, otherwise }: LazyPlaceProps) =>
  useIsHydrating() ? (
    waiting
  ) : (
    <ErrorBoundary fallback={otherwise}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  );

/** The place of a part that somebody opened: it says so while there is no connection. */
export const OpenedPart = ({ children, waiting }: LazyPlaceProps) => (
  <LazyPlace waiting={<Waiting>{waiting}</Waiting>} otherwise={<Broken />}>
    {children}
  </LazyPlace>
);

function Waiting({ children }: { readonly children: ReactNode }) {
  const t = useT();
  return useIsOnline() ? children : <p role="status">{t('common:state.offline')}</p>;
}

/** In the place of what cannot be shown. */
export function Broken() {
  const t = useT();
  return (
    <Banner
      kind="danger"
      action={<Button onClick={() => window.location.reload()}>{t('common:action.reload')}</Button>}
    >
      {t('common:state.error')}. {t('common:state.errorSafe')}
    </Banner>
  );
}
