import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { Icon, type IconType } from '../icon/icon.tsx';
import { Check } from '../icon/icons.ts';
import { cx } from '../lib/cx.ts';
import { rovingTarget } from '../lib/roving.ts';
import { createTypeahead } from '../lib/typeahead.ts';
import styles from './menu.module.css';
import panelStyles from './panel.module.css';
import { usePopover } from './use-popover.ts';

export interface MenuItem {
  id: string;
  /** Plain text, so that type-ahead can find it. */
  label: string;
  note?: ReactNode | undefined;
  icon?: IconType | undefined;
  /** Makes it a radio item; true for the current choice. */
  selected?: boolean | undefined;
  /** Makes it a checkbox item. */
  checked?: boolean | undefined;
  /** Accessible name of the group it shares with its neighbours, one choice per group. */
  group?: string | undefined;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Language of the label where it differs from the page's (language pickers). */
  lang?: string | undefined;
  onSelect: () => void;
}

interface MenuAnchor {
  ref: RefObject<HTMLButtonElement | null>;
  popoverTarget: string;
  'aria-expanded': boolean;
  'aria-controls': string;
  'aria-haspopup': 'menu';
  onKeyDown: (event: KeyboardEvent) => void;
}

interface MenuProps {
  /** Accessible name of the menu. */
  label: string;
  items: readonly MenuItem[];
  align?: 'start' | 'end' | undefined;
  /** Shown above the items; not an item itself. */
  head?: ReactNode | undefined;
  /** Renders the button, which must spread the given props. */
  children: (anchor: MenuAnchor) => ReactNode;
}

/**
 * A menu button after the ARIA pattern. Arrow up and down open it at its last and first item;
 * inside, arrow keys, Home, End and type-ahead move. Escape returns to the button.
 */
export function Menu({ label, items, align = 'start', head, children }: MenuProps) {
  const list = useRef<HTMLDivElement>(null);
  const opensAt = useRef<'chosen' | 'first' | 'last'>('chosen');
  const [typeahead, setTypeahead] = useState(() => createTypeahead());
  const enabledItems = () => [
    ...(list.current?.querySelectorAll<HTMLButtonElement>('[role^=menuitem]:not(:disabled)') ?? []),
  ];
  const popover = usePopover({
    align,
    onOpen: () => {
      // Letters typed into the menu that was open before belong to that one.
      setTypeahead(() => createTypeahead());
      const all = enabledItems();
      // A choice begins at what is chosen; a menu that has one among its actions, at its beginning.
      const isChoice = items[0]?.selected !== undefined;
      const chosen = (isChoice ? all.find((item) => item.ariaChecked === 'true') : undefined) ?? all[0];
      ({ chosen, first: all[0], last: all.at(-1) })[opensAt.current]?.focus();
      opensAt.current = 'chosen';
    },
  });

  const onAnchorKeyDown = (event: KeyboardEvent) => {
    if (popover.open || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    opensAt.current = event.key === 'ArrowDown' ? 'first' : 'last';
    popover.show();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') popover.close();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = enabledItems();
    const index = all.indexOf(document.activeElement as HTMLButtonElement);
    const labels = all.map((item) => item.dataset.label ?? '');
    const target =
      rovingTarget(event.key, { index, count: all.length, axis: 'vertical', rtl: false }) ??
      typeahead(event.key, labels, index);
    if (target === undefined) return;
    event.preventDefault();
    all[target]?.focus();
  };

  return (
    <>
      {children({
        ref: popover.anchorRef,
        ...popover.anchorProps,
        'aria-haspopup': 'menu',
        onKeyDown: onAnchorKeyDown,
      })}
      <div {...popover.panelProps} ref={popover.panelRef} className={panelStyles.panel}>
        {popover.open && (
          <>
            {head !== undefined && <div className={styles.head}>{head}</div>}
            <div ref={list} role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
              {groupsOf(items).map((group) => {
                const rows = group.map((item) => <MenuRow key={item.id} item={item} onDone={popover.close} />);
                const name = group[0]?.group;
                if (name === undefined) return rows;
                return (
                  // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a menu.
                  <div key={name} role="group" aria-label={name} className={styles.group}>
                    {rows}
                  </div>
                );
              })}
            </div>
          </>
        )}
      </div>
    </>
  );
}

/** Groups neighbours with the same group name. */
function groupsOf(items: readonly MenuItem[]): MenuItem[][] {
  const groups: MenuItem[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last?.[0]?.group === item.group && last !== undefined) last.push(item);
    else groups.push([item]);
  }
  return groups;
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
      <span className={styles.text}>
        {item.label}
        {item.note !== undefined && <span className={styles.note}>{item.note}</span>}
      </span>
      {on !== undefined && <Icon of={Check} className={cx(styles.check, !on && styles.unchecked)} />}
    </button>
  );
}
