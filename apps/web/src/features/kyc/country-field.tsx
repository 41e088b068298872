import { COUNTRIES } from '@glasshouse/api/countries';
import { useTranslator } from '@glasshouse/app/language/language';
import { SearchSelect } from '@glasshouse/ui';
import { useMemo } from 'react';

interface CountryFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (country: string) => void;
}

/** Countries by their names in the page's language, found by the English name and code as well. */
export function CountryField({ value, error, onChange }: CountryFieldProps) {
  const { t, locale } = useTranslator();
  const options = useMemo(() => {
    const names = new Intl.DisplayNames([locale], { type: 'region' });
    const english = new Intl.DisplayNames(['en'], { type: 'region' });
    return COUNTRIES.map((country) => ({
      value: country,
      label: names.of(country) ?? country,
      keywords: `${country} ${english.of(country) ?? ''}`,
    })).sort((left, right) => left.label.localeCompare(right.label, locale));
  }, [locale]);
  return (
    <SearchSelect
      label={t('kyc:field.country')}
      size="l"
      placeholder={t('kyc:field.choose')}
      value={value === '' ? undefined : value}
      options={options}
      onChange={onChange}
      error={error}
      hint={t('kyc:field.countryHint')}
      searchLabel={t('kyc:field.findCountry')}
      closeLabel={t('common:action.close')}
      nothingFound={t('common:state.nothingFound')}
    />
  );
}
