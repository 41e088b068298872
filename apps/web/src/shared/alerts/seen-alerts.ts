import { useSyncExternalStore } from 'react';
import { serverNow } from '../../live/clock.ts';
import { Cell } from '../../live/emitter.ts';
import type { PriceAlert } from '../../live/user.ts';
import { readStored, writeStored } from '../../session/storage.ts';

const SEEN_KEY = 'alertsSeenAt';

/** Up to when this browser has shown the fired alerts. */
const seenAt = new Cell<number>(Number(readStored(SEEN_KEY) ?? 0) || 0);

export const useSeenAt = (): number => useSyncExternalStore(seenAt.subscribe, seenAt.get);

export function markAlertsSeen(): void {
  seenAt.set(serverNow());
  writeStored(SEEN_KEY, String(seenAt.get()));
}

export const countUnseen = (fired: readonly PriceAlert[], seen: number): number =>
  fired.filter((alert) => alert.firedAt !== null && seen < Date.parse(alert.firedAt)).length;
