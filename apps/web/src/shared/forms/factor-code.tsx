import { TextField, type TextFieldProps } from '@glasshouse/ui';

/** Ten digits and letters more than an app's code: a recovery code with its dashes. */
const RECOVERY_LENGTH_MAX = 14;
const DIGITS = 6;

const APP_CODE = /^\d{6}$/;
const RECOVERY_CODE = /^[0-9a-z]{4}[ -]?[0-9a-z]{4}[ -]?[0-9a-z]{4}$/i;

export const checkAppCode = (words: string) => (value: string) => (APP_CODE.test(value.trim()) ? undefined : words);
export const checkFactorCode = (words: string) => (value: string) =>
  APP_CODE.test(value.trim()) || RECOVERY_CODE.test(value.trim()) ? undefined : words;

interface FactorCodeProps extends Omit<TextFieldProps, 'type' | 'size'> {
  /** Only six digits: for the first code, before there are recovery codes. */
  readonly digitsOnly?: boolean;
}

/** A code of the authenticator app, or a recovery code. */
export const FactorCode = ({ digitsOnly = false, ...field }: FactorCodeProps) => (
  <TextField
    {...field}
    inputMode={digitsOnly ? 'numeric' : 'text'}
    autoComplete="one-time-code"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={digitsOnly ? DIGITS : RECOVERY_LENGTH_MAX}
    dir="ltr"
    size="l"
  />
);
