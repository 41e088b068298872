import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { Banner, Stack } from '@glasshouse/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchResult } from '../../api/client.ts';
import { serverNow } from '../../live/clock.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { AccountPage } from '../../parts/portfolio/shell/account-page.tsx';
import { BlockHead } from './block-head.tsx';
import { TaxForm } from './tax-form.tsx';
import { TaxSums } from './tax-sums.tsx';
import { firstChoice, queryOf, type TaxChoice } from './tax-year.ts';

/** The report of a tax year: what to count, its sums, and the files with every line. */
export function TaxPage() {
  const t = useT();
  const book = useBook();
  const [choice, setChoice] = useState<TaxChoice>(() => firstChoice(serverNow()));
  const query = useQuery({
    queryKey: privateKey('profit', book, 'tax', choice),
    queryFn: ({ signal }) => fetchResult('getTaxReport', { query: queryOf(choice), signal }),
    placeholderData: keepPreviousData,
  });
  const report = loadable(query);
  return (
    <AccountPage tab="activity" title={t('funds:tax.title')}>
      <BlockHead title={t('funds:tax.title')} note={t('funds:tax.text')} as="h2" />
      <Stack gap={4}>
        <Banner kind="warning">{t('funds:tax.notAdvice')}</Banner>
        {book === 'demo' && <Banner kind="info">{t('funds:tax.demo')}</Banner>}
        <TaxForm choice={choice} onChange={setChoice} isReady={report.state === 'ready' && !query.isPlaceholderData} />
        {report.state === 'error' ? (
          <FailureNote failure={report.failure} retry={report.retry} />
        ) : (
          <TaxSums
            report={report.state === 'ready' ? report.value : undefined}
            isWaiting={query.isPlaceholderData}
            zone={choice.zone}
          />
        )}
      </Stack>
    </AccountPage>
  );
}
