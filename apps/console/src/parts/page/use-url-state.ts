import { useLocation, useSearch } from 'wouter';

type UrlState = Readonly<Record<string, string | undefined>>;

/** The search part of the address as state: filters and the open item survive a reload. */
export function useUrlState(): readonly [UrlState, (change: UrlState) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const state = Object.fromEntries(new URLSearchParams(search));
  const change = (part: UrlState) => {
    // What is in the address now: a change may follow another before the page is drawn again.
    const next = new URLSearchParams(window.location.search);
    for (const [key, value] of Object.entries(part)) {
      if (value === undefined) next.delete(key);
      else next.set(key, value);
    }
    const text = next.toString();
    navigate(text === '' ? path : `${path}?${text}`, { replace: true });
  };
  return [state, change];
}
