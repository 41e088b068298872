import { type Session, startSession } from '@glasshouse/app/session/session';
import { toasts } from '@glasshouse/ui';
import { useLocation, useSearch } from 'wouter';
import { rememberDevice } from './known-devices.ts';

/** Only paths of this site, to prevent open redirects. */
const isInside = (path: string): boolean => /^\/(?![/\\])/.test(path);

/** Where to go after login: back to the page that required it. */
export function useArrive(from?: string): (session: Session & { readonly device: string }, words: string) => void {
  const target = new URLSearchParams(useSearch()).get('next');
  const next = from ?? target ?? '/';
  const [, navigate] = useLocation();
  return ({ device, ...session }, words) => {
    rememberDevice(device);
    startSession(session);
    toasts.show({ title: words });
    navigate(isInside(next) ? next : '/', { replace: true });
  };
}
