import type { QueryOf } from '@glasshouse/api';
import { useT } from '@glasshouse/app/language/language';
import { saveFile } from '@glasshouse/app/save-file';
import type { FileCall, Received } from '@glasshouse/client/download';
import type { Failure } from '@glasshouse/client/failure';
import { toasts } from '@glasshouse/ui';
import { useEffect, useRef, useState } from 'react';
import { download } from '../../api/files.ts';

/** The minimum interval between progress updates. */
const UPDATE_MS = 200;

/** Downloads files, one at a time, with progress; leaving the page cancels it. */
export function useDownload<Name extends FileCall>(name: Name) {
  const t = useT();
  const [work, setWork] = useState<Received>();
  const [failure, setFailure] = useState<Failure>();
  const [broken, setBroken] = useState(false);
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const start = async (query: NonNullable<QueryOf<Name>>) => {
    const own = new AbortController();
    controller.current = own;
    setFailure(undefined);
    setBroken(false);
    setWork({ bytes: 0, lines: 0 });
    let updatedAt = 0;
    const result = await download(name, {
      query,
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
