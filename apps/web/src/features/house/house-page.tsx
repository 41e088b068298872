import type { ResultOf } from '@glasshouse/api';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import { otherSideWords } from '@glasshouse/app/statement-words';
import { Card, type Column, Page, PageHead, Section, Table } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { Money } from '../../parts/money/money.tsx';
import { FiguresSection } from './figures-section.tsx';

type Line = ResultOf<'getHouseFunds'>['accounts'][number];
/** As many as there are to begin with, so that what comes after them stays where it is. */
const SKELETON_ROWS = { real: 8, demo: 5 } as const;
const REFRESH_MS = 10_000;

/** What stands behind everybody's orders: the house's pools and capital, and what they promised. */
export function HousePage() {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const query = useQuery({
    queryKey: ['houseFunds'],
    queryFn: ({ signal }) => fetchResult('getHouseFunds', { signal }),
    refetchInterval: REFRESH_MS,
  });
  const answer = loadable(query);
  const lines = answer.state === 'ready' ? answer.value.accounts : [];
  const money = (value: string) => <Money value={value} asset={answer.state === 'ready' ? answer.value.asset : ''} />;
  const columns: Column<Line>[] = [
    {
      id: 'account',
      header: t('account:house.account'),
      lead: true,
      cell: ({ kind }) => otherSideWords(translator, kind),
    },
    { id: 'holds', header: t('account:house.holds'), align: 'end', cell: ({ balance }) => money(balance) },
    { id: 'promised', header: t('account:house.promised'), align: 'end', cell: ({ promised }) => money(promised) },
    { id: 'free', header: t('account:house.free'), align: 'end', cell: ({ free }) => money(free) },
  ];
  return (
    <Page width="reading">
      <PageHead
        title={t('account:house.title')}
        // Its line is there from the beginning, so that nothing moves.
        note={answer.state === 'ready' ? format.dateTime(answer.value.at) : '\u00a0'}
      />
      <p>{t('account:house.text')}</p>
      {answer.state === 'error' && <FailureNote failure={answer.failure} retry={answer.retry} />}
      {(['real', 'demo'] as const).map((book) => {
        const rows = lines.filter((line) => line.book === book);
        if (answer.state === 'ready' && rows.length === 0) return null;
        return (
          <Section key={book} title={t(`common:book.${book}`)}>
            <Card flush>
              <Table
                keepTable
                caption={t(`common:book.${book}`)}
                columns={columns}
                rows={rows}
                rowKey={({ kind }) => kind}
                skeletonRows={answer.state === 'loading' ? SKELETON_ROWS[book] : 0}
              />
            </Card>
          </Section>
        );
      })}
      <FiguresSection />
    </Page>
  );
}
