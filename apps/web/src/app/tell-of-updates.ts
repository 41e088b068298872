import { needMessages, translator } from '@glasshouse/app/language/language';
import { toasts } from '@glasshouse/ui';
import { createUpdateWatch } from '../pwa/updates.ts';

/** Offers a reload when a newer release is out: never by itself, because somebody may be typing. */
export function tellOfUpdates(): void {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  if (script === null || !('serviceWorker' in navigator)) return;
  const watch = createUpdateWatch({
    entry: new URL(script.src).pathname,
    fetchPage: async () => (await fetch('/', { cache: 'no-cache' })).text(),
    now: Date.now,
    // Without the texts there is no notice; the next visit has the release anyway.
    tell: () => void tell().catch(() => undefined),
  });
  navigator.serviceWorker.addEventListener('controllerchange', () => void watch.workerChanged());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void watch.seen();
  });
}

async function tell(): Promise<void> {
  await needMessages(['site']);
  const { t } = translator();
  toasts.show({
    title: t('site:update.ready'),
    note: t('site:update.note'),
    tone: 'info',
    stays: true,
    action: { label: t('common:action.reload'), onPress: () => window.location.reload() },
  });
}
