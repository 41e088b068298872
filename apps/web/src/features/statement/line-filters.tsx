import { useTranslator } from '@glasshouse/app/language/language';
import { reasonWords } from '@glasshouse/app/statement-words';
import { Button, Select, Stack } from '@glasshouse/ui';
import { useBalances } from '../../parts/money/use-balances.ts';
import { statementQuery } from '../../parts/statement/statement-href.ts';
import { PeriodPicker } from './period-picker.tsx';
import type { PeriodChoice } from './periods.ts';
import { REASONS } from './reasons.ts';
import styles from './statement.module.css';

export interface Filters {
  readonly asset: string | undefined;
  /** A reason, or a product for all its reasons. */
  readonly reason: string | undefined;
  readonly time: PeriodChoice;
}
const ANY_TIME: PeriodChoice = { period: 'all', first: '', last: '' };
export const NO_FILTERS: Filters = { asset: undefined, reason: undefined, time: ANY_TIME };

/** A figure elsewhere may lead to its postings. */
export function linkedFilters(): Filters {
  const { reason, asset, day } = statementQuery(window.location.search, KNOWN_REASONS);
  return {
    asset,
    reason,
    time: day === undefined ? ANY_TIME : { period: 'custom', first: day, last: day },
  };
}
const KNOWN_REASONS: ReadonlySet<string> = new Set(REASONS.flatMap(({ kind, reasons }) => [kind, ...reasons]));

export const isUnfiltered = ({ asset, reason, time }: Filters): boolean =>
  asset === undefined && reason === undefined && time.period === 'all';

const ANY = 'any';
const known = (value: string): string | undefined => (value === ANY ? undefined : value);

interface LineFiltersProps {
  readonly filters: Filters;
  readonly onChange: (next: Filters) => void;
}

/** Filters lines by product and reason, by asset and by time. */
export function LineFilters({ filters, onChange }: LineFiltersProps) {
  const translator = useTranslator();
  const { t } = translator;
  const held = (useBalances().data?.items ?? []).map(({ asset }) => asset);
  const assets = [...new Set([...held, ...(filters.asset === undefined ? [] : [filters.asset])])];
  const reasons = REASONS.flatMap(({ kind, reasons: own }) => [
    { value: kind, label: t('funds:lines.allOf', { kind: t(`funds:product.${kind}`) }) },
    ...own.map((reason) => ({ value: reason, label: reasonWords(translator, reason) })),
  ]);
  return (
    <Stack row wrap gap={3} align="start" className={styles.filters}>
      <Select
        label={t('account:statement.reason')}
        hideLabel
        value={filters.reason ?? ANY}
        onChange={(next) => onChange({ ...filters, reason: known(next) })}
        options={[{ value: ANY, label: t('account:statement.allReasons') }, ...reasons]}
      />
      <Select
        label={t('account:balances.asset')}
        hideLabel
        value={filters.asset ?? ANY}
        onChange={(next) => onChange({ ...filters, asset: known(next) })}
        options={[
          { value: ANY, label: t('account:statement.allAssets') },
          ...assets.map((name) => ({ value: name, label: name })),
        ]}
      />
      <PeriodPicker asSelect value={filters.time} onChange={(time) => onChange({ ...filters, time })} />
      {!isUnfiltered(filters) && (
        <Button variant="quiet" onClick={() => onChange(NO_FILTERS)}>
          {t('funds:lines.clear')}
        </Button>
      )}
    </Stack>
  );
}
