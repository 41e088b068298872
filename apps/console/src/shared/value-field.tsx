import { Button, IconButton, TextField } from '@glasshouse/ui';
import { Plus, Trash2 } from '@glasshouse/ui/icon/icons';
import { useT } from '@glasshouse/web/i18n/language';
import { useTermLabel } from './term-label.tsx';
import styles from './value-field.module.css';

/** A value as it is typed: one text, or lines of texts by column. */
export type Draft = string | readonly (readonly string[])[];

/** How a value is laid out for typing, and read back. */
export interface Shape {
  /** Columns of its lines; none for a single text. */
  readonly columns: readonly string[];
  /** Columns that are whole numbers on the wire. */
  readonly numbers: readonly string[];
  /** As many lines as there are, neither more nor fewer. */
  readonly isFixed?: boolean;
  readonly as: 'text' | 'number' | 'map' | 'list' | 'rows' | 'row';
}

export function draftOf(shape: Shape, value: unknown): Draft {
  switch (shape.as) {
    case 'text':
    case 'number':
      return String(value ?? '');
    case 'map':
      return Object.entries((value ?? {}) as Record<string, unknown>).map(([name, one]) => [name, String(one)]);
    case 'list':
      return ((value ?? []) as readonly unknown[]).map((one) => [String(one)]);
    case 'rows':
      return ((value ?? []) as readonly Record<string, unknown>[]).map((row) => cellsOf(shape, row));
    case 'row':
      return [cellsOf(shape, (value ?? {}) as Record<string, unknown>)];
  }
}

const cellsOf = ({ columns }: Shape, row: Record<string, unknown>): string[] =>
  columns.map((column) => String(row[column] ?? ''));

export function valueFrom(shape: Shape, draft: Draft): unknown {
  const cell = (column: string, text: string): unknown => (shape.numbers.includes(column) ? Number(text) : text.trim());
  if (typeof draft === 'string') return shape.as === 'number' ? Number(draft) : draft.trim();
  switch (shape.as) {
    case 'map':
      return Object.fromEntries(draft.map(([name = '', text = '']) => [name.trim(), cell('value', text)]));
    case 'list':
      return draft.map(([text = '']) => text.trim());
    case 'row':
    case 'rows': {
      const rows = draft.map((line) =>
        Object.fromEntries(shape.columns.map((column, index) => [column, cell(column, line[index] ?? '')])),
      );
      return shape.as === 'row' ? rows[0] : rows;
    }
    default:
      return draft;
  }
}

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
