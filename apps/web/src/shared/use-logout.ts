import { toasts } from '@glasshouse/ui';
import { useLocation } from 'wouter';
import { call } from '../api/client.ts';
import { useT } from '../i18n/language.ts';
import { endSession } from '../session/session.ts';

/** Leaves on this device at once; the server is told, but a lost answer must not keep anybody logged in here. */
export function useLogout(): () => void {
  const t = useT();
  const [, navigate] = useLocation();
  return () => {
    void call('logout', { body: {} });
    endSession();
    navigate('/');
    toasts.show({ title: t('shell:loggedOut') });
  };
}
