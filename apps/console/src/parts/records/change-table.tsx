import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { cx } from '@glasshouse/ui';
import styles from './change-table.module.css';
import { changesOf } from './changes.ts';
import type { UnitOf } from './money-fields.ts';
import { useValueWords } from './use-value-words.ts';

/** Before and after, value by value; what stays is left out where only changes are wanted. */
export function ChangeTable({
  before,
  after,
  changedOnly = false,
  unitOf,
}: {
  before: unknown;
  after: unknown;
  changedOnly?: boolean;
  unitOf?: UnitOf;
}) {
  const t = useT();
  const format = useFormat();
  const { labelOf: termLabel, textOf } = useValueWords();
  const rows = changesOf(before, after).filter(({ isChanged }) => isChanged || !changedOnly);
  const labelOf = (path: string, value: unknown): string =>
    path
      .split('.')
      .map((part) =>
        /^\d+$/.test(part)
          ? t('records:instruments.line', { number: format.number(Number(part) + 1) })
          : termLabel(part, value),
      )
      .join(' · ');
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('console:requests.what')}</th>
          <th scope="col">{t('console:requests.before')}</th>
          <th scope="col">{t('console:requests.after')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.path} className={cx(row.isChanged && styles.changed)}>
            <th scope="row">
              {row.path === '' ? (
                t('console:requests.value')
              ) : (
                <bdi title={row.path}>{labelOf(row.path, row.after ?? row.before)}</bdi>
              )}
            </th>
            <td>
              <bdi>{textOf(row.before, lastOf(row.path), unitOf)}</bdi>
            </td>
            <td className={styles.after}>
              <bdi>{textOf(row.after, lastOf(row.path), unitOf)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The name of the value itself; a line of a list has the name of the list. */
const lastOf = (path: string): string => path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '';
