import { useT } from '@glasshouse/app/language/language';
import { Segmented, Select, Stack, TextField } from '@glasshouse/ui';
import { serverNow } from '../../live/clock.ts';
import { dayText, PERIODS, type PeriodChoice, rangeOf } from './periods.ts';
import styles from './statement.module.css';

interface PeriodPickerProps {
  readonly value: PeriodChoice;
  readonly onChange: (next: PeriodChoice) => void;
  /** As a select, to match a row of filters. */
  readonly asSelect?: boolean;
}

/** Chooses a period; `Dates` opens two fields for the first and last day. */
export function PeriodPicker({ value, onChange, asSelect = false }: PeriodPickerProps) {
  const t = useT();
  const words = {
    today: t('common:word.today'),
    week: t('funds:period.week'),
    month: t('funds:period.month'),
    all: t('common:word.all'),
    custom: t('funds:period.custom'),
  };
  const options = PERIODS.map((period) => ({ value: period, label: words[period] }));
  const choose = (period: PeriodChoice['period']) => onChange({ ...value, period });
  const today = dayText(serverNow());
  const wrong = rangeOf(value, serverNow()) === undefined;
  return (
    <Stack row wrap gap={3} align="start" className={styles.period}>
      {asSelect ? (
        <Select
          label={t('funds:period.label')}
          hideLabel
          value={value.period}
          onChange={choose}
          options={options.map((option) =>
            option.value === 'all' ? { ...option, label: t('account:statement.anyTime') } : option,
          )}
        />
      ) : (
        <Segmented size="s" label={t('funds:period.label')} value={value.period} onChange={choose} options={options} />
      )}
      {value.period === 'custom' && (
        <Stack row gap={2} align="start" className={styles.days}>
          <TextField
            type="date"
            label={t('funds:period.from')}
            hideLabel
            max={value.last === '' ? today : value.last}
            value={value.first}
            onChange={(event) => onChange({ ...value, first: event.currentTarget.value })}
          />
          <TextField
            type="date"
            label={t('funds:period.to')}
            hideLabel
            min={value.first}
            max={today}
            value={value.last}
            error={wrong ? t('funds:period.wrong') : undefined}
            onChange={(event) => onChange({ ...value, last: event.currentTarget.value })}
          />
        </Stack>
      )}
    </Stack>
  );
}
