import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import { Check, ChevronDown } from '../icon/icons.ts';
import { cx } from '../lib/cx.ts';
import { rovingTarget } from '../lib/roving.ts';
import { createTypeahead } from '../lib/typeahead.ts';
import menuStyles from '../overlay/menu.module.css';
import panelStyles from '../overlay/panel.module.css';
import { usePopover } from '../overlay/use-popover.ts';
import { Field, type FieldText } from './field.tsx';
import styles from './select.module.css';
import fieldStyles from './text-field.module.css';

interface SelectOption<Value extends string> {
  value: Value;
  /** Plain text, so that type-ahead can find it. */
  label: string;
  note?: ReactNode | undefined;
  start?: ReactNode | undefined;
  disabled?: boolean | undefined;
}

interface SelectProps<Value extends string> extends FieldText {
  value: Value | undefined;
  options: readonly SelectOption<Value>[];
  onChange: (value: Value) => void;
  /** Shown while nothing is selected. */
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  size?: 'm' | 'l' | undefined;
  className?: string | undefined;
}

/**
 * A select-only combobox after the ARIA pattern: the field keeps the focus and refers to the active
 * option.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, options, onChange, placeholder, disabled, size = 'm', className, ...text } = props;
  const listId = useId();
  const chosen = options.findIndex((option) => option.value === value);
  const [active, setActive] = useState(-1);
  const [typeahead, setTypeahead] = useState(() => createTypeahead());
  const show = (index: number) => {
    setActive(index);
    document.getElementById(`${listId}-${index}`)?.scrollIntoView({ block: 'nearest' });
  };
  const popover = usePopover({
    onOpen: () => {
      setTypeahead(() => createTypeahead());
      show(Math.max(chosen, 0));
    },
  });
  const current = options[chosen];

  const pick = (index: number) => {
    const option = options[index];
    if (option === undefined || option.disabled) return;
    popover.close();
    if (option.value !== value) onChange(option.value);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    const moving = {
      index: popover.open ? active : chosen,
      count: options.length,
      axis: 'vertical',
      rtl: false,
    } as const;
    const labels = options.map((option) => option.label);
    const target = rovingTarget(event.key, moving) ?? typeahead(event.key, labels, moving.index);
    if (popover.open && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      pick(active);
    } else if (popover.open && event.key === 'Tab') {
      popover.close();
    } else if (target !== undefined) {
      event.preventDefault();
      if (popover.open) show(target);
      else if (event.key.startsWith('Arrow')) popover.show();
      else pick(target);
    }
  };

  return (
    <Field {...text} className={className}>
      {(wiring) => (
        <>
          <button
            {...wiring}
            {...popover.anchorProps}
            ref={popover.anchorRef}
            type="button"
            role="combobox"
            aria-expanded={popover.open}
            disabled={disabled}
            aria-haspopup="listbox"
            aria-activedescendant={popover.open && active >= 0 ? `${listId}-${active}` : undefined}
            data-invalid={wiring['aria-invalid']}
            className={cx(fieldStyles.box, fieldStyles[size], styles.button)}
            onKeyDown={onKeyDown}
          >
            {current?.start}
            <span className={cx(styles.value, current === undefined && styles.empty)}>
              {current?.label ?? placeholder}
            </span>
            <Icon of={ChevronDown} className={styles.chevron} />
          </button>
          <div {...popover.panelProps} ref={popover.panelRef} className={panelStyles.panel}>
            {popover.open && (
              <div
                role="listbox"
                aria-labelledby={`${wiring.id}-label`}
                tabIndex={-1}
                // Keeps the focus, and with it the keyboard, on the field.
                onMouseDown={(event) => event.preventDefault()}
              >
                {options.map((option, index) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys.
                  <div
                    key={option.value}
                    id={`${listId}-${index}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === chosen}
                    aria-disabled={option.disabled}
                    data-active={index === active || undefined}
                    className={cx(menuStyles.item, styles.option)}
                    onPointerMove={() => setActive(index)}
                    onClick={() => pick(index)}
                  >
                    {option.start}
                    <span className={menuStyles.text}>
                      {option.label}
                      {option.note !== undefined && <span className={menuStyles.note}>{option.note}</span>}
                    </span>
                    <Icon of={Check} className={cx(menuStyles.check, index !== chosen && menuStyles.unchecked)} />
                  </div>
                ))}
              </div>
            )}
          </div>
        </>
      )}
    </Field>
  );
}
