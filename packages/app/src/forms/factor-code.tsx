import { isFactorCode, isSixDigitCode } from '@glasshouse/api/typed-text';
import { TextField, type TextFieldProps } from '@glasshouse/ui';

/** Room for a code in groups, with the spaces and marks that come along. The server folds them. */
const TYPED_MAX = 32;

export const checkAppCode = (words: string) => (value: string) => (isSixDigitCode(value) ? undefined : words);
export const checkFactorCode = (words: string) => (value: string) => (isFactorCode(value) ? undefined : words);

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
    maxLength={TYPED_MAX}
    dir="ltr"
    size="l"
  />
);
