import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react';
import { Icon, type IconPicture } from '../icon/icon.tsx';
import { Check } from '../icon/icons.ts';
import { cx } from '../lib/cx.ts';
import { rovingTarget, typeaheadTarget } from '../lib/roving.ts';
import styles from './menu.module.css';
import panelStyles from './panel.module.css';
import { usePopover } from './use-popover.ts';

export interface MenuItem {
  id: string;
  /** Plain text: typing its first letter jumps to it. */
  label: string;
  note?: ReactNode | undefined;
  icon?: IconPicture | undefined;
  /** Makes the item one of a choice and says whether it is the chosen one. */
  selected?: boolean | undefined;
  /** Makes the item a thing that is on or off. */
  checked?: boolean | undefined;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Language of the label, when it is not that of the page (language pickers). */
  lang?: string | undefined;
  onSelect: () => void;
}

export interface MenuAnchor {
  ref: RefObject<HTMLButtonElement | null>;
  popoverTarget: string;
  'aria-expanded': boolean;
  'aria-controls': string;
  'aria-haspopup': 'menu';
}

export interface MenuProps {
  /** Spoken name of the list. */
  label: string;
  items: readonly MenuItem[];
  align?: 'start' | 'end' | undefined;
  /** Stands above the items and is not one of them. */
  head?: ReactNode | undefined;
  /** Draws the button; must spread the properties that it is given. */
  children: (anchor: MenuAnchor) => ReactNode;
}

/** A list of things to do or to choose from. Arrow keys, Home, End and first letters move; Escape returns to the button. */
export function Menu({ label, items, align = 'start', head, children }: MenuProps) {
  const list = useRef<HTMLDivElement>(null);
  const buttons = () => [
    ...(list.current?.querySelectorAll<HTMLButtonElement>('[role^=menuitem]:not(:disabled)') ?? []),
  ];
  const popover = usePopover({
    align,
    onOpen: () => {
      const all = buttons();
      (all.find((button) => button.ariaChecked === 'true') ?? all[0])?.focus();
    },
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttons();
    const index = all.indexOf(document.activeElement as HTMLButtonElement);
    const target =
      rovingTarget(event.key, { index, count: all.length, axis: 'vertical', rtl: false }) ??
      typeaheadTarget(
        event.key,
        all.map((button) => button.dataset.label ?? ''),
        index,
      );
    if (event.key === 'Tab') popover.close();
    if (target === undefined) return;
    event.preventDefault();
    all[target]?.focus();
  };

  return (
    <>
      {children({ ref: popover.anchorRef, ...popover.anchorProps, 'aria-haspopup': 'menu' })}
      <div {...popover.panelProps} ref={popover.panelRef} className={panelStyles.panel}>
        {popover.open && (
          <>
            {head !== undefined && <div className={styles.head}>{head}</div>}
            <div ref={list} role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
              {items.map((item) => (
                <MenuRow key={item.id} item={item} onDone={popover.close} />
              ))}
            </div>
          </>
        )}
      </div>
    </>
  );
}

function MenuRow({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const on = item.selected ?? item.checked;
  const role = item.selected !== undefined ? 'menuitemradio' : 'menuitemcheckbox';
  return (
    <button
      type="button"
      {...(on === undefined ? { role: 'menuitem' } : { role, 'aria-checked': on })}
      tabIndex={-1}
      lang={item.lang}
      data-label={item.label}
      disabled={item.disabled}
      className={cx(styles.item, item.danger && styles.danger)}
      onClick={() => {
        onDone();
        item.onSelect();
      }}
    >
      {item.icon && <Icon of={item.icon} />}
      <span className={styles.words}>
        {item.label}
        {item.note !== undefined && <span className={styles.note}>{item.note}</span>}
      </span>
      {on !== undefined && <Icon of={Check} className={cx(styles.check, !on && styles.unchecked)} />}
    </button>
  );
}
