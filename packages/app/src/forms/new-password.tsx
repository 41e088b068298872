import { PASSWORD_LENGTH_MIN } from '@glasshouse/api/constants';
import type { PasswordFieldProps } from '@glasshouse/ui';
import { useT } from '../language/language.ts';
import { PasswordInput } from './password-input.tsx';

type NewPasswordProps = Omit<
  PasswordFieldProps,
  'showPasswordLabel' | 'hidePasswordLabel' | 'capsLockHint' | 'hint' | 'autoComplete'
>;

/** A new password, with advice on what makes a good one. */
export function NewPassword(props: NewPasswordProps) {
  const t = useT();
  return (
    <PasswordInput
      {...props}
      hint={t('account:register.passwordHint', { min: PASSWORD_LENGTH_MIN })}
      autoComplete="new-password"
      size="l"
    />
  );
}
