import { useT, useTranslator } from '@glasshouse/app/language/language';
import { SearchSelect, TextField } from '@glasshouse/ui';
import { useMemo } from 'react';
import { callingCodes } from './calling-codes.ts';
import styles from './kyc.module.css';

interface PhoneFieldProps {
  readonly code: string;
  /** Of those that share the code, the one to show as chosen. */
  readonly country: string;
  readonly number: string;
  readonly codeError: string | undefined;
  readonly numberError: string | undefined;
  readonly onCode: (code: string) => void;
  readonly onNumber: (number: string) => void;
  readonly onBlur: () => void;
}

/** A telephone number: the code of the country, found by its name or its digits, and the rest. */
export function PhoneField(props: PhoneFieldProps) {
  const { code, country, number, codeError, numberError, onCode, onNumber, onBlur } = props;
  const t = useT();
  const options = useCallingCodes();
  return (
    <div className={styles.phone}>
      <SearchSelect
        label={t('kyc:field.callingCode')}
        size="l"
        placeholder="+"
        value={entryOf(code, country)}
        options={options}
        onChange={(entry) => onCode(entry.split(' ', 1)[0] ?? '')}
        error={codeError}
        searchLabel={t('kyc:field.findCode')}
        closeLabel={t('common:action.close')}
        nothingFound={t('common:state.nothingFound')}
      />
      <TextField
        label={t('kyc:field.phone')}
        size="l"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        dir="ltr"
        maxLength={20}
        value={number}
        error={numberError}
        onChange={(event) => onNumber(event.currentTarget.value)}
        onBlur={onBlur}
      />
    </div>
  );
}

/** The entry of a code: of the country of residence if that has it. */
function entryOf(code: string, country: string): string | undefined {
  const countries = callingCodes().find((known) => known.code === code)?.countries;
  if (countries === undefined) return undefined;
  const chosen = countries.find((known) => known === country) ?? countries[0];
  return chosen === undefined ? code : `${code} ${chosen}`;
}

/** One entry for each country, by name; then the numbers that no country has. */
function useCallingCodes() {
  const { locale } = useTranslator();
  return useMemo(() => {
    const names = new Intl.DisplayNames([locale], { type: 'region' });
    const english = new Intl.DisplayNames(['en'], { type: 'region' });
    const entry = (code: string, country: string | undefined) => ({
      value: country === undefined ? code : `${code} ${country}`,
      short: <bdi dir="ltr">+{code}</bdi>,
      label: country === undefined ? `\u2066+${code}\u2069` : (names.of(country) ?? country),
      keywords: [code, `+${code}`, country, country && english.of(country)].join(' '),
      ...(country !== undefined && { note: <bdi dir="ltr">+{code}</bdi> }),
    });
    const codes = callingCodes();
    const named = codes
      .flatMap(({ code, countries }) => countries.map((country) => entry(code, country)))
      .sort((left, right) => left.label.localeCompare(right.label, locale));
    return [
      ...named,
      ...codes.filter(({ countries }) => countries.length === 0).map(({ code }) => entry(code, undefined)),
    ];
  }, [locale]);
}
