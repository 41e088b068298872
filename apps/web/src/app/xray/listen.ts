import { isXray, requestedChange, toggleXray } from '../../parts/page/xray.ts';

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

/** Long enough that no tap or scroll is taken for it. */
const LONG_PRESS_MS = 450;
const changeOf = ({ target }: Event): HTMLElement | undefined =>
  (target instanceof Element && target.closest<HTMLElement>('[data-derived]:not(button)')) || undefined;

/**
 * A long press of a finger on the change of a market opens its reason; while figures are outlined,
 * any press does. Otherwise a press belongs to the row, which leads to the market.
 */
export function listenForChanges(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLong = false;
  addEventListener('pointerdown', (event) => {
    const change = changeOf(event);
    isLong = false;
    if (event.pointerType !== 'touch' || change === undefined) return;
    timer = setTimeout(() => {
      isLong = true;
      requestedChange.set({ anchor: change, finger: event.pointerId });
    }, LONG_PRESS_MS);
  });
  for (const end of ['pointerup', 'pointercancel'] as const) addEventListener(end, () => clearTimeout(timer));
  addEventListener('contextmenu', (event) => {
    if (isLong) event.preventDefault();
  });
  addEventListener(
    'click',
    (event) => {
      const change = changeOf(event);
      if (change === undefined || !(isLong || isXray())) return;
      event.preventDefault();
      event.stopPropagation();
      if (!isLong) requestedChange.set({ anchor: change });
    },
    { capture: true },
  );
}
