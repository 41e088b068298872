import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useBook } from '@glasshouse/app/session/session';
import { Page, PageHead, Section, Stack } from '@glasshouse/ui';
import { useEffect, useState } from 'react';
import { AssetDialog } from './asset-dialog.tsx';
import { Balances } from './balances.tsx';
import { HeldCosts, Sold } from './costs.tsx';
import { Equity } from './equity.tsx';
import { type Filters, linkedFilters, NO_FILTERS } from './line-filters.tsx';
import { Lines } from './lines.tsx';
import { PeriodPicker } from './period-picker.tsx';
import type { PeriodChoice } from './periods.ts';
import { Profit } from './profit.tsx';
import styles from './statement.module.css';
import { Summary } from './summary.tsx';

const LAST_MONTH: PeriodChoice = { period: 'month', first: '', last: '' };

/** Funding details: what is there, what it made in a period, and every movement behind it. */
export function StatementPage() {
  const t = useT();
  const book = useBook();
  return (
    <Page>
      <PageHead
        title={t('account:profile.balances')}
        actions={
          <>
            <LinkButton href="/portfolio">{t('shell:nav.portfolio')}</LinkButton>
            <LinkButton href="/zjxq/tax">{t('funds:tax.title')}</LinkButton>
          </>
        }
        note={`${t(book === 'demo' ? 'common:book.demoAccount' : 'common:book.realAccount')} · ${t('funds:text')}`}
      />
      {/* A change of book resets filters and open details. */}
      <Parts key={book} />
    </Page>
  );
}

function Parts() {
  const t = useT();
  const [choice, setChoice] = useState(LAST_MONTH);
  const [filters, setFilters] = useState<Filters>(linkedFilters);
  useEffect(() => {
    if (window.location.hash === '#lines') showList();
  }, []);
  const [shown, setShown] = useState<string>();
  const showLines = (asset: string) => {
    setFilters({ ...NO_FILTERS, asset });
    showList();
  };
  return (
    <>
      <Summary />
      <Balances onOpen={setShown} onLines={showLines} />
      <HeldCosts />
      <Section title={t('funds:results')} actions={<PeriodPicker value={choice} onChange={setChoice} />}>
        <div className={styles.results}>
          <Equity choice={choice} />
          <Stack gap={4}>
            <Profit choice={choice} />
            <Sold choice={choice} />
          </Stack>
        </div>
      </Section>
      <Lines filters={filters} onFilters={setFilters} />
      {shown !== undefined && <AssetDialog asset={shown} onClose={() => setShown(undefined)} onLines={showLines} />}
    </>
  );
}

const showList = (): void => document.getElementById('lines')?.scrollIntoView();
