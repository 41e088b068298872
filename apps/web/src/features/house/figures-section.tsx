import type { ResultOf } from '@glasshouse/api';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Card, type Column, Section, Table } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import styles from './figures.module.css';

type InForce = ResultOf<'listFigures'>;
type Figure = InForce['figures'][number];
type Announced = InForce['announced'][number];
/** About as many as there are, so that what comes after them stays where it is. */
const SKELETON_ROWS = 56;

const ltr = (text: string) => (
  <bdi dir="ltr" className={styles.figure}>
    {text}
  </bdi>
);

/** Which figures decide since when, and which changes of terms are announced. */
export function FiguresSection() {
  const t = useT();
  const format = useFormat();
  const query = useQuery({ queryKey: ['figures'], queryFn: ({ signal }) => fetchResult('listFigures', { signal }) });
  const answer = loadable(query);
  const inForce = answer.state === 'ready' ? answer.value : undefined;
  const skeletonRows = answer.state === 'loading' ? SKELETON_ROWS : 0;
  const figures: Column<Figure>[] = [
    { id: 'figure', header: t('account:house.figure'), lead: true, cell: ({ name }) => ltr(name) },
    { id: 'value', header: t('account:house.value'), align: 'end', cell: ({ value }) => ltr(value) },
    {
      id: 'since',
      header: t('account:house.since'),
      align: 'end',
      cell: ({ since }) => (since === null ? t('account:house.start') : format.dateTime(since)),
    },
  ];
  const announced: Column<Announced>[] = [
    {
      id: 'offer',
      header: t('account:house.offer'),
      lead: true,
      cell: ({ product, code }) => ltr(`${product} ${code}`),
    },
    {
      id: 'value',
      header: t('account:house.value'),
      cell: ({ fields }) => ltr(fields.map(({ name, value }) => `${name} ${value}`).join(', ')),
    },
    { id: 'from', header: t('account:house.from'), align: 'end', cell: ({ from }) => format.dateTime(from) },
  ];
  return (
    <>
      <Section title={t('account:house.figures')} note={t('account:house.figuresText')}>
        {answer.state === 'error' && <FailureNote failure={answer.failure} retry={answer.retry} />}
        <Card flush>
          <Table
            caption={t('account:house.figures')}
            columns={figures}
            rows={inForce?.figures ?? []}
            rowKey={({ name }) => name}
            skeletonRows={skeletonRows}
          />
        </Card>
      </Section>
      <Section title={t('account:house.announced')} note={t('account:house.announcedText')}>
        {inForce?.announced.length === 0 ? (
          <p>{t('account:house.none')}</p>
        ) : (
          <Card flush>
            <Table
              caption={t('account:house.announced')}
              columns={announced}
              rows={inForce?.announced ?? []}
              rowKey={({ entry }) => String(entry)}
              skeletonRows={skeletonRows === 0 ? 0 : 1}
            />
          </Card>
        )}
      </Section>
    </>
  );
}
