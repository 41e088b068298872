import { toasts } from '@glasshouse/ui';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../api/client.ts';
import type { Failure } from '../api/failure.ts';
import { useTranslator } from '../i18n/language.ts';
import { setBook, startSession } from '../session/session.ts';

/** Opens a guest account with a demo book. Without `goTo` it stays on the page. */
export function useTryDemo(goTo?: string) {
  const { t, language } = useTranslator();
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const start = async () => {
    setBusy(true);
    setFailure(undefined);
    const answer = await call('loginAsGuest', { body: { language } });
    setBusy(false);
    if (!answer.ok) {
      setFailure(answer.failure);
      return;
    }
    setBook('demo');
    startSession(answer.result);
    const title = t('shell:demoOpened');
    import('./tour/offer-tour.ts')
      .then(({ offerTour }) => offerTour(title, () => navigate('/market')))
      .catch(() => toasts.show({ title }));
    if (goTo !== undefined) navigate(goTo);
  };
  return { start, busy, failure };
}
