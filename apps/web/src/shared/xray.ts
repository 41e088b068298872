import { useSyncExternalStore } from 'react';
import { Cell } from '../live/emitter.ts';

/** Whether the figures of the page that open into their reason are outlined. */
const isOn = new Cell(false);

export const toggleXray = (): void => isOn.set(!isOn.get());
export const leaveXray = (): void => isOn.set(false);
export const useXray = (): boolean => useSyncExternalStore(isOn.subscribe, isOn.get);

/** Whether keys go into a field, where letters are letters. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type=radio], [type=checkbox], [type=range])'));

/** The key `x`, anywhere but in a field, with a modifier, or under a dialog. */
export function listenForXray(): void {
  addEventListener('keydown', (event) => {
    if (event.key !== 'x' || event.defaultPrevented || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('dialog:modal') !== null) return;
    event.preventDefault();
    toggleXray();
  });
}
