import type { Language } from '@glasshouse/api/constants';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { Dialog } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchCall } from '../../api/client.ts';
import styles from './content.module.css';
import { difference } from './difference.ts';

interface CompareProps {
  readonly id: number;
  readonly version: number;
  readonly language: Language;
  readonly text: string;
  readonly onClose: () => void;
}

const SIGNS = { both: ' ', old: '−', new: '+' } as const;

/** What changed between a version and the text in hand, line by line. */
export function Compare({ id, version, language, text, onClose }: CompareProps) {
  const t = useT();
  const query = useQuery({
    queryKey: ['getContentVersion', id, version],
    queryFn: ({ signal }) => fetchCall('getContentVersion', { params: { id, version }, signal }),
  });
  const older = query.data?.texts[language]?.content ?? '';
  return (
    <Dialog open title={t('help:op.versionNo', { version })} closeLabel={t('common:action.close')} onClose={onClose}>
      {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />}
      {query.data !== undefined && older === text && <p>{t('help:op.same')}</p>}
      {query.data !== undefined && older !== text && (
        <div className={styles.difference} dir="auto">
          {difference(older, text).map(({ side, text: line }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are told apart by their place alone.
            <p key={index} className={styles[side]}>
              {SIGNS[side]} {line}
            </p>
          ))}
        </div>
      )}
    </Dialog>
  );
}
