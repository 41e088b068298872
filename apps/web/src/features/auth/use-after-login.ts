import { toasts } from '@glasshouse/ui';
import { useLocation, useSearch } from 'wouter';
import { type Session, startSession } from '../../session/session.ts';

/** Only paths of this site, to prevent open redirects. */
const isInside = (path: string): boolean => /^\/(?![/\\])/.test(path);

/** Where to go after login: back to the page that required it. */
export function useArrive(): (session: Session, words: string) => void {
  const next = new URLSearchParams(useSearch()).get('next') ?? '/';
  const [, navigate] = useLocation();
  return (session, words) => {
    startSession(session);
    toasts.show({ title: words });
    navigate(isInside(next) ? next : '/', { replace: true });
  };
}
