import { Icon, TextField } from '@glasshouse/ui';
import { Search } from '@glasshouse/ui/icon/icons';
import { type FormEvent, useState } from 'react';
import styles from './search-box.module.css';

interface SearchBoxProps {
  readonly value: string | undefined;
  readonly label: string;
  readonly onChange: (value: string | undefined) => void;
}

/** Searches on Enter, and shows everything again once it is emptied. */
export function SearchBox({ value, label, onChange }: SearchBoxProps) {
  const [typed, setTyped] = useState(value ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(typed.trim() === '' ? undefined : typed.trim());
  };
  return (
    <search className={styles.search}>
      <form onSubmit={submit}>
        <TextField
          hideLabel
          label={label}
          placeholder={label}
          type="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={128}
          start={<Icon of={Search} size="s" />}
          value={typed}
          onChange={(event) => {
            const next = event.currentTarget.value;
            setTyped(next);
            if (next === '' && value !== undefined) onChange(undefined);
          }}
        />
      </form>
    </search>
  );
}
