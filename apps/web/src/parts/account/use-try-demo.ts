import type { ResultOf } from '@glasshouse/api';
import { useTranslator } from '@glasshouse/app/language/language';
import { setBook, startSession } from '@glasshouse/app/session/session';
import type { Failure } from '@glasshouse/client/failure';
import type { Language } from '@glasshouse/i18n/languages';
import { toasts } from '@glasshouse/ui';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { type Answer, call } from '../../api/client.ts';

const TOO_MANY_REQUESTS = 11001;

/**
 * Where a network has opened many demo accounts today, each further one takes some work of the
 * browser.
 */
async function openGuest(language: Language): Promise<Answer<ResultOf<'loginAsGuest'>>> {
  const first = await call('loginAsGuest', { body: { language } });
  if (first.ok || first.failure.kind !== 'refused' || first.failure.code !== TOO_MANY_REQUESTS) return first;
  const answer = await call('getGuestChallenge', { body: {} });
  if (!answer.ok) return first;
  const { challenge, bits } = answer.result;
  const { proveWork } = await import('@glasshouse/app/sign-in/proof-of-work');
  const nonce = await proveWork(challenge, bits);
  return call('loginAsGuest', { body: { language, proof: { challenge, nonce } } });
}

/** Opens a guest account with a demo book. Without `goTo` it stays on the page. */
export function useTryDemo(goTo?: string) {
  const { t, language } = useTranslator();
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const start = async () => {
    setBusy(true);
    setFailure(undefined);
    const answer = await openGuest(language);
    setBusy(false);
    if (!answer.ok) {
      setFailure(answer.failure);
      return;
    }
    setBook('demo');
    startSession(answer.result);
    const title = t('shell:demoOpened');
    import('../tour/offer-tour.ts')
      .then(({ offerTour }) => offerTour(title, () => navigate('/market')))
      .catch(() => toasts.show({ title }));
    if (goTo !== undefined) navigate(goTo);
  };
  return { start, busy, failure };
}
