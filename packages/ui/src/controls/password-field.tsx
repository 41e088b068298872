import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Eye, EyeOff } from '../icon/icons.ts';
import { IconButton } from './icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'end'> {
  showPasswordLabel: string;
  hidePasswordLabel: string;
  /** Shown while Caps Lock is on and there is no error. */
  capsLockHint: ReactNode;
}

export function PasswordField({
  showPasswordLabel,
  hidePasswordLabel,
  capsLockHint,
  hint,
  ...rest
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent<HTMLInputElement>) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      type={shown ? 'text' : 'password'}
      dir="ltr"
      hint={capsLock ? capsLockHint : hint}
      onKeyDown={watch}
      onKeyUp={watch}
      onBlur={(event) => {
        setCapsLock(false);
        rest.onBlur?.(event);
      }}
      end={
        <IconButton
          size="s"
          icon={shown ? EyeOff : Eye}
          label={shown ? hidePasswordLabel : showPasswordLabel}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
