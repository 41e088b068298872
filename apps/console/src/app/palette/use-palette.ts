import { useEffect, useEffectEvent, useState } from 'react';
import { isTyping, isUnderDialog } from '../../parts/page/keys.ts';

/** As it is printed on keys: it works outside of fields, and Ctrl K anywhere. */
export const PALETTE_KEY = '/';

const isChord = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;

/** Shift makes a slash on many keyboards; the other modifiers belong to the browser. */
const isSlash = ({ key, ctrlKey, metaKey, altKey, target, isComposing, defaultPrevented }: KeyboardEvent): boolean =>
  key === PALETTE_KEY &&
  !(ctrlKey || metaKey || altKey || isComposing || defaultPrevented) &&
  !isTyping(target) &&
  !isUnderDialog();

/** Ctrl K or ⌘ K anywhere, also while typing; a slash where no field and no dialog takes it. */
export function usePalette() {
  const [isOpen, setOpen] = useState(false);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isChord(event)) setOpen((known) => !known);
    else if (isSlash(event)) setOpen(true);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) };
}
