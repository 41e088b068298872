import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import { Check, ChevronDown, Search } from '../icon/icons.ts';
import { cx } from '../lib/cx.ts';
import { rovingTarget } from '../lib/roving.ts';
import { type Searchable, searchOptions } from '../lib/search-options.ts';
import { BottomSheet } from '../overlay/dialog.tsx';
import menuStyles from '../overlay/menu.module.css';
import { Field, type FieldText } from './field.tsx';
import styles from './search-select.module.css';
import selectStyles from './select.module.css';
import fieldStyles from './text-field.module.css';
import { TextField } from './text-field.tsx';

export interface SearchOption<Value extends string> extends Searchable {
  value: Value;
  note?: ReactNode | undefined;
  start?: ReactNode | undefined;
  /** Short text in the closed field, where the label would be too long. */
  short?: ReactNode | undefined;
}

interface SearchSelectProps<Value extends string> extends FieldText {
  value: Value | undefined;
  options: readonly SearchOption<Value>[];
  onChange: (value: Value) => void;
  onBlur?: (() => void) | undefined;
  placeholder?: string | undefined;
  /** Title of the list, if the label is too short for one. */
  title?: string | undefined;
  searchLabel: string;
  closeLabel: string;
  nothingFound: string;
  disabled?: boolean | undefined;
  size?: 'm' | 'l' | undefined;
  className?: string | undefined;
}

/** One of many: a field that opens a list with a search, a sheet on phones. */
export function SearchSelect<Value extends string>(props: SearchSelectProps<Value>) {
  const { value, options, onChange, onBlur, placeholder, title, disabled, size = 'm', className, ...rest } = props;
  const { searchLabel, closeLabel, nothingFound, ...text } = rest;
  const [open, setOpen] = useState(false);
  const current = options.find((option) => option.value === value);
  const close = () => {
    setOpen(false);
    onBlur?.();
  };
  return (
    <Field {...text} className={className}>
      {(wiring) => (
        <>
          <button
            // Not the target of the label, which would hide the value from screen readers.
            id={`${wiring.id}-button`}
            type="button"
            disabled={disabled}
            aria-haspopup="dialog"
            aria-describedby={wiring['aria-describedby']}
            data-invalid={wiring['aria-invalid']}
            className={cx(fieldStyles.box, fieldStyles[size], selectStyles.button)}
            onClick={() => setOpen(true)}
          >
            <span className="visually-hidden">{text.label}: </span>
            {current?.start}
            <span className={cx(selectStyles.value, current === undefined && selectStyles.empty)}>
              {current?.short ?? current?.label ?? placeholder}
            </span>
            <Icon of={ChevronDown} className={selectStyles.chevron} />
          </button>
          <BottomSheet open={open} onClose={close} width="s" title={title ?? text.label} closeLabel={closeLabel}>
            <Choices
              value={value}
              options={options}
              searchLabel={searchLabel}
              nothingFound={nothingFound}
              onPick={(next) => {
                onChange(next);
                close();
              }}
            />
          </BottomSheet>
        </>
      )}
    </Field>
  );
}

interface ChoicesProps<Value extends string> {
  value: Value | undefined;
  options: readonly SearchOption<Value>[];
  searchLabel: string;
  nothingFound: string;
  onPick: (value: Value) => void;
}

/** The search keeps the focus and refers to the active option. */
function Choices<Value extends string>({ value, options, searchLabel, nothingFound, onPick }: ChoicesProps<Value>) {
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => option.value === value),
    ),
  );
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // After the dialog has opened. On a phone the keyboard would cover the list.
    if (window.matchMedia('(pointer: fine)').matches) input.current?.focus();
    document.querySelector(`#${CSS.escape(listId)}-list [aria-selected=true]`)?.scrollIntoView({ block: 'center' });
  }, [listId]);
  const found = searchOptions(options, typed);
  const show = (index: number) => {
    setActive(index);
    document.getElementById(`${listId}-${index}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter ends a word that is composed, and chooses nothing.
    if (event.nativeEvent.isComposing) return;
    const option = found[active];
    if (event.key === 'Enter') {
      event.preventDefault();
      if (option !== undefined) onPick(option.value);
      return;
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const target = rovingTarget(event.key, { index: active, count: found.length, axis: 'vertical', rtl: false });
    if (target === undefined) return;
    event.preventDefault();
    show(target);
  };
  return (
    <>
      <div className={styles.search}>
        <TextField
          label={searchLabel}
          hideLabel
          placeholder={searchLabel}
          start={<Icon of={Search} />}
          role="combobox"
          aria-expanded={0 < found.length}
          aria-controls={`${listId}-list`}
          aria-autocomplete="list"
          aria-activedescendant={found[active] === undefined ? undefined : `${listId}-${active}`}
          autoComplete="off"
          spellCheck={false}
          ref={input}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={styles.list}>
        {found.length === 0 && <p className={styles.nothing}>{nothingFound}</p>}
        <div
          id={`${listId}-list`}
          role="listbox"
          aria-label={searchLabel}
          tabIndex={-1}
          hidden={found.length === 0}
          // Keeps the focus, and with it the keyboard, in the search.
          onMouseDown={(event) => event.preventDefault()}
        >
          {found.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the search has the focus and handles the keys.
            <div
              key={option.value}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={option.value === value}
              data-active={index === active || undefined}
              className={cx(menuStyles.item, selectStyles.option, styles.option)}
              onPointerMove={() => setActive(index)}
              onClick={() => onPick(option.value)}
            >
              {option.start}
              <span className={menuStyles.text}>
                {option.label}
                {option.note !== undefined && <span className={menuStyles.note}>{option.note}</span>}
              </span>
              <Icon of={Check} className={cx(menuStyles.check, option.value !== value && menuStyles.unchecked)} />
            </div>
          ))}
        </div>
      </div>
    </>
  );
}
