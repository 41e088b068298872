import { pageAddress } from '@glasshouse/app/page-host';

/** Pages of logging in: nobody is to be brought back to them. */
const LOGIN_PAGES = /^\/(?:pass\/|api\/loginCallback\/)/;

interface LoginOptions {
  /** Sign-up brings people back as well. */
  readonly to?: '/pass/login' | '/pass/register';
  /** The session ended by itself; the page says so. */
  readonly ended?: boolean;
}

/** Where to log in, with the way back to this page. */
export function loginHref({ to = '/pass/login', ended = false }: LoginOptions = {}): string {
  const { pathname, search } = pageAddress();
  const query = new URLSearchParams();
  if (ended) query.set('ended', '1');
  const known = new URLSearchParams(search).get('next');
  const next = LOGIN_PAGES.test(pathname) ? known : `${pathname}${search}`;
  if (next !== null && next !== '/') query.set('next', next);
  return query.size === 0 ? to : `${to}?${query}`;
}
