import { toasts } from '@glasshouse/ui';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../api/client.ts';
import type { Failure } from '../api/failure.ts';
import { needMessages, translator, useTranslator } from '../i18n/language.ts';
import { setBook, startSession } from '../session/session.ts';
import { knowsTour, startTour } from './tour/tour.ts';

/** Says that the account is open and, to whoever does not know it, offers the tour. */
async function welcome(toMarket: () => void): Promise<void> {
  const hasWords = await needMessages(['guide']).then(
    () => true,
    () => false,
  );
  const { t } = translator();
  const start = () => {
    startTour();
    toMarket();
  };
  toasts.show({
    title: t('shell:demoOpened'),
    action: hasWords && !knowsTour() ? { label: t('guide:tour.start'), onPress: start } : undefined,
  });
}

/** Opens a guest account with a demo book. Without `goTo` it stays on the page. */
export function useTryDemo(goTo?: string) {
  const { language } = useTranslator();
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
    void welcome(() => navigate('/market'));
    if (goTo !== undefined) navigate(goTo);
  };
  return { start, busy, failure };
}
