import type { ResultOf } from '@glasshouse/api';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import { otherSideWords } from '@glasshouse/app/statement-words';
import { Card, type Column, Page, Section, Table } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { Money } from '../../parts/money/money.tsx';
import { FiguresSection } from './figures-section.tsx';
import styles from './house.module.css';
import { Proofs } from './proofs.tsx';

type Line = ResultOf<'getHouseFunds'>['accounts'][number];
/** As many as there are to begin with, so that what comes after them stays where it is. */
const SKELETON_ROWS = { real: 8, demo: 5 } as const;
const REFRESH_MS = 10_000;

/**
 * What anybody can check without an account: the prices of the last hour, a receipt, and the pools
 * and reserves behind everybody's orders.
 */
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
    { id: 'used', header: t('account:house.used'), cell: (line) => <Used line={line} /> },
    { id: 'holds', header: t('account:house.holds'), align: 'end', cell: ({ balance }) => money(balance) },
    { id: 'promised', header: t('account:house.promised'), align: 'end', cell: ({ promised }) => money(promised) },
    { id: 'free', header: t('account:house.free'), align: 'end', cell: ({ free }) => money(free) },
  ];
  return (
    <Page>
      <Proofs funds={answer.state === 'ready' ? answer.value : undefined} />
      {answer.state === 'error' && <FailureNote failure={answer.failure} retry={answer.retry} />}
      {(['real', 'demo'] as const).map((book) => {
        const rows = lines.filter((line) => line.book === book);
        if (answer.state === 'ready' && rows.length === 0) return null;
        const title = `${t('account:house.title')} · ${t(`common:book.${book}Account`)}`;
        return (
          <Section
            key={book}
            title={title}
            // Its line is there from the beginning, so that nothing moves.
            note={answer.state === 'ready' ? format.dateTime(answer.value.at) : '\u00a0'}
          >
            <Card flush>
              <Table
                keepTable
                caption={title}
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

/** Drawn only: the amounts beside it stay exact texts. */
function Used({ line: { balance, promised } }: { readonly line: Line }) {
  const share = Number(balance) === 0 ? 0 : Math.min(1, Number(promised) / Number(balance));
  return (
    <span className={styles.bar} aria-hidden="true">
      {0 < share && <span style={{ inlineSize: `${share * 100}%` }} />}
    </span>
  );
}
