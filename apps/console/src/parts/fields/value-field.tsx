import { useT } from '@glasshouse/app/language/language';
import { Button, IconButton, TextField } from '@glasshouse/ui';
import { Plus, Trash2 } from '@glasshouse/ui/icon/icons';
import { useTermLabel } from '../records/term-label.tsx';
import styles from './value-field.module.css';
import type { Draft, Shape } from './value-field-shape.ts';

interface ValueFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly shape: Shape;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

/** Types a value: a text, or a small table whose lines can be added and taken away. */
export function ValueField({ label, hint, shape, draft, onChange }: ValueFieldProps) {
  const t = useT();
  const labelOf = useTermLabel();
  if (typeof draft === 'string') {
    return (
      <TextField
        label={label}
        hint={hint}
        dir="ltr"
        spellCheck={false}
        value={draft}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const set = (line: number, column: number, text: string) =>
    onChange(draft.map((row, index) => (index === line ? row.map((cell, at) => (at === column ? text : cell)) : row)));
  const isFixed = shape.as === 'row' || shape.isFixed === true;
  const columnLabel = (column: string): string => {
    if (column === 'name') return t('console:field.name');
    return column === 'value' ? t('records:col.value') : labelOf(column);
  };
  if (shape.names !== undefined) {
    return (
      <fieldset className={styles.lines}>
        <legend>{label}</legend>
        {hint !== undefined && <p className={styles.hint}>{hint}</p>}
        <div className={styles.named}>
          {draft.map(([name = '', text = ''], line) => (
            <TextField
              key={name}
              label={labelOf(name)}
              dir="ltr"
              spellCheck={false}
              value={text}
              onChange={(event) => set(line, 1, event.currentTarget.value)}
            />
          ))}
        </div>
      </fieldset>
    );
  }
  return (
    <fieldset className={styles.lines}>
      <legend>{label}</legend>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {draft.map((row, line) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place.
          key={line}
          className={styles.line}
        >
          {shape.columns.map((column, at) => (
            <TextField
              key={column}
              label={columnLabel(column)}
              hideLabel={0 < line}
              dir="ltr"
              spellCheck={false}
              value={row[at] ?? ''}
              onChange={(event) => set(line, at, event.currentTarget.value)}
            />
          ))}
          {!isFixed && (
            <IconButton
              icon={Trash2}
              label={t('records:instruments.removeRow')}
              onClick={() => onChange(draft.filter((_, index) => index !== line))}
            />
          )}
        </div>
      ))}
      {!isFixed && (
        <Button size="s" icon={Plus} onClick={() => onChange([...draft, shape.columns.map(() => '')])}>
          {t('records:instruments.row')}
        </Button>
      )}
    </fieldset>
  );
}
