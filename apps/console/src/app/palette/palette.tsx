import { useT } from '@glasshouse/app/language/language';
import { Dialog, Icon, TextField } from '@glasshouse/ui';
import { Search } from '@glasshouse/ui/icon/icons';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { useFirstFocus } from '../../parts/page/use-first-focus.ts';
import { useMay } from '../../session/session.ts';
import { openPages } from '../pages.ts';
import { matching, type PaletteEntry } from './entries.ts';
import styles from './palette.module.css';
import { useFoundPeople } from './use-found-people.ts';

/** One field to go anywhere: a page by name, a person by number, name, mail, address or hash. */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useT();
  const may = useMay();
  const listId = useId();
  const field = useFirstFocus<HTMLInputElement>();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const people = useFoundPeople(typed);
  const pageEntries = openPages(may).map((page) => ({ href: page.path, title: t(page.title), icon: page.icon }));
  const entries: readonly PaletteEntry[] = [...matching(pageEntries, typed), ...people];
  const chosen = Math.min(active, entries.length - 1);

  // The keyboard moved: the row follows into view.
  useEffect(() => {
    document.getElementById(`${listId}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, chosen]);

  const go = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    onClose();
    navigate(entry.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (0 < entries.length) setActive((chosen + step + entries.length) % entries.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(entries[chosen]);
    }
  };
  return (
    <Dialog open onClose={onClose} title={t('console:palette.open')} closeLabel={t('common:action.close')}>
      <TextField
        hideLabel
        label={t('console:palette.label')}
        placeholder={t('console:palette.label')}
        start={<Icon of={Search} />}
        size="l"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={0 <= chosen ? `${listId}-${chosen}` : undefined}
        autoComplete="off"
        spellCheck={false}
        ref={field}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label={t('console:palette.found')} className={styles.list}>
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys.
          <div
            key={entry.href}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={styles.entry}
            onPointerMove={() => setActive(index)}
            onClick={() => go(entry)}
          >
            <Icon of={entry.icon} />
            <span className={styles.name}>{entry.title}</span>
            {entry.note !== undefined && <span className={styles.note}>{entry.note}</span>}
          </div>
        ))}
        {entries.length === 0 && <p className={styles.none}>{t('common:state.nothingFound')}</p>}
      </div>
    </Dialog>
  );
}
