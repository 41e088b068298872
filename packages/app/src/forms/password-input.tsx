import { PasswordField, type PasswordFieldProps } from '@glasshouse/ui';
import { useT } from '../language/language.ts';

type Words = 'showPasswordLabel' | 'hidePasswordLabel' | 'capsLockHint';

export function PasswordInput(props: Omit<PasswordFieldProps, Words>) {
  const t = useT();
  return (
    <PasswordField
      {...props}
      showPasswordLabel={t('common:action.showPassword')}
      hidePasswordLabel={t('common:action.hidePassword')}
      capsLockHint={t('common:action.capsLock')}
    />
  );
}
