import type { Failure } from '@glasshouse/client/failure';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../api/client.ts';

const registered = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator && 'PushManager' in window ? await navigator.serviceWorker.getRegistration() : undefined;

/** The address of this browser at its push service; undefined: it has none. */
export function usePushAddress() {
  const [address, setAddress] = useState<string | 'unsupported'>();
  const refresh = useCallback(() => {
    if (!('serviceWorker' in navigator && 'PushManager' in window)) setAddress('unsupported');
    else void registered().then(async (found) => setAddress((await found?.pushManager.getSubscription())?.endpoint));
  }, []);
  useEffect(refresh, [refresh]);
  return { address, refresh };
}

/** Asks the browser for permission, and tells the server where to send to. */
export async function subscribeBrowser(publicKey: string): Promise<Failure | 'denied' | undefined> {
  const registration = await registered();
  if (registration === undefined || (await Notification.requestPermission()) !== 'granted') return 'denied';
  let subscription: PushSubscription;
  try {
    subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  } catch {
    return 'denied';
  }
  const { endpoint, keys = {} } = subscription.toJSON();
  const body = { endpoint: endpoint ?? '', p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' };
  const answer = await call('subscribePush', { body });
  if (answer.ok) return undefined;
  await subscription.unsubscribe();
  return answer.failure;
}

export async function unsubscribeBrowser(): Promise<Failure | undefined> {
  const subscription = await (await registered())?.pushManager.getSubscription();
  if (subscription === null || subscription === undefined) return undefined;
  const answer = await call('subscribePush', { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
  return answer.ok ? undefined : answer.failure;
}
