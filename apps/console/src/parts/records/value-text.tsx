import type { UnitOf } from './money-fields.ts';
import { useValueWords } from './use-value-words.ts';
import styles from './value-text.module.css';

/**
 * A value of the log as a person can read it: texts as they are, figures grouped, tables as tables,
 * fingerprints cut to what tells them apart.
 */
export function ValueText({ value, name, unitOf }: { value: unknown; name?: string; unitOf?: UnitOf }) {
  const { textOf, labelOf } = useValueWords();
  if (isTable(value)) {
    const names = Object.keys(value[0] ?? {});
    return (
      <div {...reachable(name && labelOf(name))} className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              {names.map((column) => (
                <th key={column} scope="col" title={column}>
                  {labelOf(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {value.map((row) => (
              <tr key={JSON.stringify(row)}>
                {names.map((column) => (
                  <td key={column}>
                    <bdi dir="ltr">{textOf(row[column], column)}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  }
  return <bdi className={styles.value}>{textOf(value, name, unitOf)}</bdi>;
}

/** What scrolls must be reached by keyboard. */
const reachable = (label: string | undefined) => ({ role: 'group', tabIndex: 0, 'aria-label': label });

type Row = Readonly<Record<string, unknown>>;

/** Lines with the same names: periods, tiers. */
function isTable(value: unknown): value is readonly Row[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  const isRow = (item: unknown): item is Row => item !== null && typeof item === 'object' && !Array.isArray(item);
  if (!value.every(isRow)) return false;
  const names = Object.keys(value[0] ?? {}).join();
  return value.every((row) => Object.keys(row).join() === names);
}
