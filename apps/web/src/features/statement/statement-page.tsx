import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { Stack } from '@glasshouse/ui';
import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { Fold } from '../../parts/portfolio/fold.tsx';
import { AccountPage } from '../../parts/portfolio/shell/account-page.tsx';
import { Sold } from './costs.tsx';
import { type Filters, linkedFilters } from './line-filters.tsx';
import { Lines } from './lines.tsx';
import { PeriodPicker } from './period-picker.tsx';
import type { PeriodChoice } from './periods.ts';
import { Profit } from './profit.tsx';

const LAST_MONTH: PeriodChoice = { period: 'month', first: '', last: '' };

/** Funding details: every movement of money, and what products made in a period. */
export function StatementPage() {
  const t = useT();
  const book = useBook();
  const search = useSearch();
  return (
    <AccountPage tab="activity" title={t('account:profile.balances')}>
      {/* A change of book, and a link of this page to other lines, reset filters and details. */}
      <Parts key={`${book} ${search}`} />
    </AccountPage>
  );
}

function Parts() {
  const t = useT();
  const [choice, setChoice] = useState(LAST_MONTH);
  const [filters, setFilters] = useState<Filters>(linkedFilters);
  useEffect(() => {
    if (window.location.hash === '#lines') document.getElementById('lines')?.scrollIntoView();
  }, []);
  return (
    <>
      <Fold title={t('funds:results')}>
        <Stack gap={4}>
          <PeriodPicker value={choice} onChange={setChoice} />
          <Profit choice={choice} />
          <Sold choice={choice} />
        </Stack>
      </Fold>
      <Lines filters={filters} onFilters={setFilters} />
    </>
  );
}
