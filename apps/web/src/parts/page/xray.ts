import { Cell } from '@glasshouse/client/emitter';
import { useSyncExternalStore } from 'react';

/** Whether the figures of the page that open into their reason are outlined. */
const isOn = new Cell(false);

export const toggleXray = (): void => isOn.set(!isOn.get());
export const leaveXray = (): void => isOn.set(false);
export const isXray = (): boolean => isOn.get();
export const useXray = (): boolean => useSyncExternalStore(isOn.subscribe, isOn.get, isOn.get);

export interface AskedChange {
  readonly anchor: HTMLElement;
  /** The pointer that still lies on it, of a long press. */
  readonly finger?: number;
}

/**
 * The change of a market that was asked for its reason: the cells of long lists carry none.
 */
export const requestedChange = new Cell<AskedChange | undefined>(undefined);
