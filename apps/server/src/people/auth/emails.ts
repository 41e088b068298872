import type { Language } from '@glasshouse/api/constants';
import { translatorFor } from '@glasshouse/i18n/server';
import { mailOf, timeText } from '../../platform/mail-text.ts';
import { CODE_VALID_MS, type CodeMail, type CodePurpose } from './codes.ts';
import { deviceName } from './device-name.ts';
import type { CredentialChange } from './factors/changes.ts';
import type { Device } from './sessions.ts';

const MINUTE_MS = 60_000;

/**
 * The mail with a code. The digits are in the subject too, where a phone shows them without
 * opening.
 */
export function codeMail(purpose: CodePurpose, language: Language, digits: string, site: string): CodeMail {
  const translator = translatorFor(language);
  const { t } = translator;
  return mailOf(translator, site, {
    subject: t(`emails:code.${purpose}Subject`, { code: digits }),
    paragraphs: [
      t(`emails:code.${purpose}Text`),
      t('emails:code.valid', { minutes: CODE_VALID_MS / MINUTE_MS }),
      t('emails:code.ignore'),
    ],
    highlight: digits,
  });
}

/**
 * To the owner of an address that somebody tries to register: the page must not reveal it, so the
 * mail does.
 */
export function takenMail(language: Language, site: string): CodeMail {
  const translator = translatorFor(language);
  const { t } = translator;
  return mailOf(translator, site, {
    subject: t('emails:taken.subject'),
    paragraphs: [t('emails:taken.text'), t('emails:taken.ignore')],
  });
}

/** Changes that the owner hears of; `emails:change` has their words. */
export type ChangeNotice =
  | Exclude<CredentialChange, 'email'>
  | 'withdrawalPasswordSet'
  | 'emailBound'
  | 'emailReplaced'
  | 'accountClosed'
  | 'accountReopened';

/** What was changed, what it does to withdrawals, and what to do if it was somebody else. */
export function changeMail(
  kind: ChangeNotice,
  language: Language,
  about: { readonly at: number; readonly blockedUntil?: number | undefined; readonly site: string },
): CodeMail {
  const translator = translatorFor(language);
  const { t } = translator;
  const { at, blockedUntil, site } = about;
  return mailOf(translator, site, {
    subject: t(`emails:change.${kind}Subject`),
    paragraphs: [
      t(`emails:change.${kind}Text`, { time: timeText(translator, at) }),
      ...(blockedUntil === undefined ? [] : [t('emails:change.blocked', { time: timeText(translator, blockedUntil) })]),
      t('emails:change.notYou'),
    ],
  });
}

export function newLoginMail(language: Language, at: number, from: Device, site: string): CodeMail {
  const translator = translatorFor(language);
  const { t } = translator;
  const values = { time: timeText(translator, at), device: deviceName(from.userAgent), address: from.ip };
  return mailOf(translator, site, {
    subject: t('emails:newLogin.subject'),
    paragraphs: [t('emails:newLogin.text', values), t('emails:newLogin.notYou')],
  });
}
