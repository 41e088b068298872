import { toasts } from '@glasshouse/ui';
import { useLocation, useSearch } from 'wouter';
import { type Session, startSession } from '../../session/session.ts';

/** Only paths of this site: an address that names another one must not send people there. */
const isInside = (path: string): boolean => /^\/(?![/\\])/.test(path);

/** Where to go once somebody is logged in: back to the page that asked for it. */
export function useArrive(): (session: Session, words: string) => void {
  const next = new URLSearchParams(useSearch()).get('next') ?? '/';
  const [, navigate] = useLocation();
  return (session, words) => {
    startSession(session);
    toasts.show({ title: words });
    navigate(isInside(next) ? next : '/', { replace: true });
  };
}
