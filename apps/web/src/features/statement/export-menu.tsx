import type { QueryOf } from '@glasshouse/api';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Banner, Button, Stack } from '@glasshouse/ui';
import { Download } from '@glasshouse/ui/icon/icons';
import styles from './statement.module.css';
import { useDownload } from './use-download.ts';

export type LineFilter = Omit<NonNullable<QueryOf<'exportStatement'>>, 'format'>;

const KB = 1_000;

/** Exports the filtered statement as a file, with progress and a button to cancel. */
export function ExportMenu({ filter, disabled }: { filter: LineFilter; disabled: boolean }) {
  const t = useT();
  const format = useFormat();
  const { work, failure, broken, start, cancel } = useDownload('exportStatement');
  const size = work && `${format.number(Math.ceil(work.bytes / KB))}\u00a0kB`;
  return (
    <Stack gap={3} className={styles.export}>
      <Stack row wrap gap={2}>
        {work === undefined ? (
          <>
            <Button
              size="s"
              icon={Download}
              disabled={disabled}
              onClick={() => void start({ ...filter, format: 'csv' })}
            >
              {t('account:statement.exportCsv')}
            </Button>
            <Button
              size="s"
              icon={Download}
              disabled={disabled}
              onClick={() => void start({ ...filter, format: 'json' })}
            >
              {t('account:statement.exportJson')}
            </Button>
          </>
        ) : (
          <>
            <p className={styles.progress} role="status">
              {work.bytes === 0
                ? t('funds:export.working')
                : t('funds:export.received', { count: work.lines, size: size ?? '' })}
            </p>
            <Button size="s" onClick={cancel}>
              {t('common:action.cancel')}
            </Button>
          </>
        )}
      </Stack>
      {failure !== undefined && <FailureNote failure={failure} />}
      {broken && <Banner kind="danger">{t('funds:export.broken')}</Banner>}
    </Stack>
  );
}
