import { COST_METHODS, REPORT_CURRENCIES, type ReportCurrency } from '@glasshouse/api/constants';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useTranslator } from '@glasshouse/app/language/language';
import { Banner, Button, Card, SearchSelect, Segmented, Select, Stack } from '@glasshouse/ui';
import { Download } from '@glasshouse/ui/icon/icons';
import { useMemo } from 'react';
import { serverNow } from '../../live/clock.ts';
import styles from './tax.module.css';
import { queryOf, STARTS, type TaxChoice, yearsOf, zonesOf } from './tax-year.ts';
import { useDownload } from './use-download.ts';

interface TaxFormProps {
  readonly choice: TaxChoice;
  readonly onChange: (next: TaxChoice) => void;
  /** Whether the sums of this choice are known: then its files can be had. */
  readonly isReady: boolean;
}

/** What the report counts, and its files. */
export function TaxForm({ choice, onChange, isReady }: TaxFormProps) {
  const { t, locale } = useTranslator();
  const zones = useMemo(() => zonesOf(choice.zone).map((zone) => ({ value: zone, label: zone })), [choice.zone]);
  const dayName = (starts: string): string =>
    new Intl.DateTimeFormat(`${locale}-u-nu-latn`, { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
      new Date(`2025-${starts}T00:00:00Z`),
    );
  const years = yearsOf(serverNow(), choice.starts);
  const setStarts = (starts: string) => {
    const [newest = choice.year] = yearsOf(serverNow(), starts);
    onChange({ ...choice, starts, year: Math.min(choice.year, newest) });
  };
  return (
    <Card>
      <Stack gap={4}>
        <div className={styles.form}>
          <Select
            label={t('funds:tax.form.year')}
            value={String(choice.year)}
            options={years.map((year) => ({ value: String(year), label: String(year) }))}
            onChange={(year) => onChange({ ...choice, year: Number(year) })}
          />
          <Select
            label={t('funds:tax.form.starts')}
            value={choice.starts}
            options={STARTS.map((starts) => ({ value: starts as string, label: dayName(starts) }))}
            onChange={setStarts}
          />
          <SearchSelect
            label={t('funds:tax.form.zone')}
            value={choice.zone}
            options={zones}
            onChange={(zone) => onChange({ ...choice, zone })}
            searchLabel={t('funds:tax.form.searchZone')}
            closeLabel={t('common:action.close')}
            nothingFound={t('common:state.nothingFound')}
          />
          <Select<ReportCurrency>
            label={t('funds:tax.form.currency')}
            value={choice.currency}
            options={REPORT_CURRENCIES.map((currency) => ({ value: currency, label: currency }))}
            onChange={(currency) => onChange({ ...choice, currency })}
          />
        </div>
        <Segmented
          className={styles.method}
          label={t('funds:tax.form.method')}
          value={choice.method}
          options={COST_METHODS.map((method) => ({ value: method, label: t(`funds:tax.method.${method}`) }))}
          onChange={(method) => onChange({ ...choice, method })}
        />
        <p className={styles.note}>{t(`funds:tax.methodText.${choice.method}`)}</p>
        {choice.currency !== 'USDT' && (
          <p className={styles.note}>{t('funds:tax.par', { currency: choice.currency })}</p>
        )}
        <Files choice={choice} isReady={isReady} />
      </Stack>
    </Card>
  );
}

function Files({ choice, isReady }: { choice: TaxChoice; isReady: boolean }) {
  const { t } = useTranslator();
  const { work, failure, broken, start, cancel } = useDownload('exportTaxReport');
  return (
    <Stack gap={3}>
      <Stack row wrap gap={2}>
        {work === undefined ? (
          <>
            <Button
              icon={Download}
              disabled={!isReady}
              onClick={() => void start({ ...queryOf(choice), format: 'pdf' })}
            >
              {t('funds:tax.pdf')}
            </Button>
            <Button
              icon={Download}
              disabled={!isReady}
              onClick={() => void start({ ...queryOf(choice), format: 'csv' })}
            >
              {t('funds:tax.csv')}
            </Button>
          </>
        ) : (
          <>
            <p className={styles.progress} role="status">
              {t('funds:export.working')}
            </p>
            <Button onClick={cancel}>{t('common:action.cancel')}</Button>
          </>
        )}
      </Stack>
      {failure !== undefined && <FailureNote failure={failure} />}
      {broken && <Banner kind="danger">{t('funds:export.broken')}</Banner>}
    </Stack>
  );
}
