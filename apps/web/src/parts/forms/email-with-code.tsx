import { checkEmail } from '@glasshouse/app/forms/checks';
import { useT } from '@glasshouse/app/language/language';
import { TextField, type TextFieldProps } from '@glasshouse/ui';
import { CodeInput, type CodeInputProps } from './code-input.tsx';

type FieldProps = Omit<TextFieldProps, 'label'> & { readonly value: string };

interface EmailWithCodeProps extends Pick<CodeInputProps, 'purpose' | 'onMissingEmail'> {
  readonly email: FieldProps;
  readonly code: FieldProps;
}

/** An address, and the code that proves its ownership. */
export function EmailWithCode({ email, code, ...rest }: EmailWithCodeProps) {
  const t = useT();
  const address = email.value.trim();
  return (
    <>
      <TextField
        {...email}
        label={t('account:field.email')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        size="l"
      />
      <CodeInput {...code} {...rest} email={checkEmail(t)(address) === undefined ? address : undefined} />
    </>
  );
}
