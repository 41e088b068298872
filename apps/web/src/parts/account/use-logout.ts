import { useT } from '@glasshouse/app/language/language';
import { endSession } from '@glasshouse/app/session/session';
import { toasts } from '@glasshouse/ui';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';

/** Logs out on this device at once; a lost call to the server must not keep anybody logged in. */
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
