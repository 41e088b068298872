import { useT } from '@glasshouse/app/language/language';
import { Button } from '@glasshouse/ui';
import { useEffect, useState } from 'react';
import { leaveXray } from '../../parts/page/xray.ts';
import styles from './xray-bar.module.css';

const DERIVED = '[data-derived]';
/** Cells of long lists, which are no buttons. */
const CELLS = `${DERIVED}:not(button)`;

/** In the order of the page, without those that nobody sees. */
const shownFigures = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(DERIVED)].filter((figure) => figure.checkVisibility());

/**
 * Outlines every figure that opens into its reason. Tab walks them, Enter opens one, Escape first
 * closes what is open and then leaves.
 */
export function XrayBar() {
  const t = useT();
  const [count, setCount] = useState(0);
  useEffect(() => {
    document.documentElement.dataset.xray = '';
    const before = document.activeElement;
    const look = (): void => {
      const figures = shownFigures();
      for (const figure of figures) figure.tabIndex = 0;
      setCount(figures.length);
    };
    look();
    // Prices and pages change below; frames are enough.
    let frame = 0;
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    addEventListener('keydown', onKey);
    shownFigures()[0]?.focus();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      removeEventListener('keydown', onKey);
      delete document.documentElement.dataset.xray;
      for (const figure of document.querySelectorAll<HTMLElement>(`${DERIVED}[aria-description]`)) figure.tabIndex = -1;
      for (const figure of document.querySelectorAll<HTMLElement>(CELLS)) figure.removeAttribute('tabindex');
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <div className={styles.bar} role="status">
      <span className={styles.text}>
        <strong>{t('shell:tool.xray')}</strong> {count === 0 ? t('guide:xray.none') : t('guide:xray.found', { count })}{' '}
        <span className={styles.keys}>{t('guide:xray.keys')}</span>
      </span>
      <Button size="s" onClick={leaveXray}>
        {t('guide:xray.leave')}
      </Button>
    </div>
  );
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || document.querySelector('dialog:modal') !== null) return;
  const { activeElement } = document;
  if (event.key === 'Enter' && activeElement instanceof HTMLElement && activeElement.matches(CELLS)) {
    event.preventDefault();
    activeElement.click();
    return;
  }
  if (event.key === 'Escape') {
    // The browser closes an open reason by itself.
    if (document.querySelector('[popover]:popover-open') === null) leaveXray();
    return;
  }
  if (
    event.key !== 'Tab' ||
    document.querySelector('[popover]:popover-open a, [popover]:popover-open button') !== null
  ) {
    return;
  }
  const figures = shownFigures();
  const first = figures[0];
  const last = figures.at(-1);
  if (first === undefined || last === undefined) return;
  const at = figures.indexOf(document.activeElement as HTMLElement);
  const next = figures[at + (event.shiftKey ? -1 : 1)] ?? (event.shiftKey ? last : first);
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}
