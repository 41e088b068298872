import { PASSWORD_LENGTH_MIN } from '@glasshouse/api/constants';
import { isEmail } from '@glasshouse/api/email';
import { isSixDigitCode, passwordLength } from '@glasshouse/api/typed-text';
import type { Translator } from '@glasshouse/i18n';

type T = Translator['t'];

/** Checks before a request. The server checks everything again. */
const USERNAME = /^[A-Za-z][A-Za-z0-9_.-]{2,31}$/;

export const required = (words: string) => (value: string) => (value.trim() === '' ? words : undefined);
export const checkUsername = (t: T) => (value: string) =>
  USERNAME.test(value) ? undefined : t('account:field.usernameWrong');
export const checkEmail = (t: T) => (value: string) => (isEmail(value) ? undefined : t('account:field.emailWrong'));
export const checkCode = (t: T) => (value: string) =>
  isSixDigitCode(value) ? undefined : t('account:field.enterCode');
export const checkNewPassword = (t: T) => (value: string) =>
  passwordLength(value) < PASSWORD_LENGTH_MIN
    ? t('account:field.passwordShort', { min: PASSWORD_LENGTH_MIN })
    : undefined;
export const checkRepeated = (t: T, password: string) => (value: string) =>
  value === password ? undefined : t('account:field.passwordsDiffer');
