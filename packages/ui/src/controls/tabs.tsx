import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { cx } from '../lib/cx.ts';
import { isRightToLeft } from '../lib/direction.ts';
import { rovingTarget } from '../lib/roving.ts';
import styles from './tabs.module.css';

export interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
  /** Number of items behind it, shown small. */
  count?: string | undefined;
}

interface TabsProps<Value extends string> {
  /** Accessible name of the tab list. */
  label: string;
  value: Value;
  tabs: readonly Tab<Value>[];
  onChange: (value: Value) => void;
  /** Content of the selected tab. */
  children: ReactNode;
  className?: string | undefined;
}

/** Several panels in one place. Arrow keys select at once, since showing a panel is cheap. */
export function Tabs<Value extends string>({ label, value, tabs, onChange, children, className }: TabsProps<Value>) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const index = tabs.findIndex((tab) => tab.value === value);
    const rtl = isRightToLeft(event.currentTarget);
    const target = tabs[rovingTarget(event.key, { index, count: tabs.length, axis: 'horizontal', rtl }) ?? -1];
    if (target === undefined) return;
    event.preventDefault();
    onChange(target.value);
    document.getElementById(`${id}-tab-${target.value}`)?.focus();
  };
  return (
    <div className={className}>
      <div role="tablist" tabIndex={-1} aria-label={label} className={styles.list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            className={cx(styles.tab)}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${value}`} className={styles.panel}>
        {children}
      </div>
    </div>
  );
}
