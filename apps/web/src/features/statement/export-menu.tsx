import type { QueryOf } from '@glasshouse/api';
import { Banner, Button, Stack, toasts } from '@glasshouse/ui';
import { Download } from '@glasshouse/ui/icon/icons';
import { useEffect, useRef, useState } from 'react';
import { download, type Received } from '../../api/download.ts';
import type { Failure } from '../../api/failure.ts';
import { useT } from '../../i18n/language.ts';
import { FailureNote } from '../../shared/failure.tsx';
import { useFormat } from '../../shared/format.ts';
import { saveFile } from '../../shared/save-file.ts';
import styles from './statement.module.css';

type Format = 'csv' | 'json';
export type LineFilter = Omit<NonNullable<QueryOf<'exportStatement'>>, 'format'>;

const KB = 1_000;
/** The minimum interval between progress updates. */
const UPDATE_MS = 200;

/** Exports the filtered statement as a file, with progress and a button to cancel. */
export function ExportMenu({ filter, disabled }: { filter: LineFilter; disabled: boolean }) {
  const t = useT();
  const format = useFormat();
  const { work, failure, broken, start, cancel } = useExport(filter);
  const size = work && `${format.number(Math.ceil(work.bytes / KB))}\u00a0kB`;
  return (
    <Stack gap={3} className={styles.export}>
      <Stack row wrap gap={2}>
        {work === undefined ? (
          <>
            <Button size="s" icon={Download} disabled={disabled} onClick={() => void start('csv')}>
              {t('account:statement.exportCsv')}
            </Button>
            <Button size="s" icon={Download} disabled={disabled} onClick={() => void start('json')}>
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

function useExport(filter: LineFilter) {
  const t = useT();
  const [work, setWork] = useState<Received>();
  const [failure, setFailure] = useState<Failure>();
  const [broken, setBroken] = useState(false);
  const controller = useRef<AbortController>(undefined);
  // Leaving the page cancels it.
  useEffect(() => () => controller.current?.abort(), []);

  const start = async (as: Format) => {
    const own = new AbortController();
    controller.current = own;
    setFailure(undefined);
    setBroken(false);
    setWork({ bytes: 0, lines: 0 });
    let updatedAt = 0;
    const result = await download('exportStatement', {
      query: { ...filter, format: as },
      signal: own.signal,
      onReceived: (received) => {
        if (performance.now() - updatedAt < UPDATE_MS) return;
        updatedAt = performance.now();
        setWork(received);
      },
    });
    setWork(undefined);
    switch (result.state) {
      case 'done':
        saveFile(result.name, result.content);
        toasts.show({ title: t('funds:export.saved', { name: result.name }) });
        return;
      case 'cancelled':
        toasts.show({ title: t('funds:export.stopped'), tone: 'info' });
        return;
      case 'broken':
        setBroken(true);
        return;
      case 'failed':
        setFailure(result.failure);
    }
  };
  return { work, failure, broken, start, cancel: () => controller.current?.abort() };
}
