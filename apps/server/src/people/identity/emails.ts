import type { Language } from '@glasshouse/api/constants';
import { translatorFor } from '@glasshouse/i18n/server';
import type { Translator } from '@glasshouse/i18n/translator';
import { CODE_VALID_MS, type CodeMail, type CodePurpose } from './codes.ts';
import { deviceName } from './device-name.ts';
import type { Device } from './sessions.ts';

interface Parts {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Shown large and alone: the digits. */
  readonly highlight?: string;
}

const MINUTE_MS = 60_000;

/**
 * The mail with a code. The digits are in the subject too, where a phone shows them without
 * opening.
 */
export function codeMail(purpose: CodePurpose, language: Language, digits: string, site: string): CodeMail {
  const translator = translatorFor(language);
  const { t } = translator;
  return render(translator, site, {
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
  return render(translator, site, {
    subject: t('emails:taken.subject'),
    paragraphs: [t('emails:taken.text'), t('emails:taken.ignore')],
  });
}

export function passwordChangedMail(language: Language, at: number, site: string): CodeMail {
  const translator = translatorFor(language);
  const { t } = translator;
  return render(translator, site, {
    subject: t('emails:passwordChanged.subject'),
    paragraphs: [
      t('emails:passwordChanged.text', { time: timeText(translator, at) }),
      t('emails:passwordChanged.notYou'),
    ],
  });
}

export function newLoginMail(language: Language, at: number, from: Device, site: string): CodeMail {
  const translator = translatorFor(language);
  const { t } = translator;
  const values = { time: timeText(translator, at), device: deviceName(from.userAgent), address: from.ip };
  return render(translator, site, {
    subject: t('emails:newLogin.subject'),
    paragraphs: [t('emails:newLogin.text', values), t('emails:newLogin.notYou')],
  });
}

/** The server does not know where the reader lives, so the time is in UTC and says so. */
function timeText(translator: Translator, at: number): string {
  const format = new Intl.DateTimeFormat(translator.locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(at)} UTC`;
}

function render(translator: Translator, site: string, parts: Parts): CodeMail {
  const { t, locale, dir } = translator;
  const [first = '', ...rest] = parts.paragraphs;
  const footer = t('emails:footer', { site });
  const highlight = parts.highlight === undefined ? [] : [parts.highlight];
  const text = [t('emails:greeting'), first, ...highlight, ...rest, t('emails:signature'), `-- \n${footer}`];
  const paragraph = (line: string): string => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`;
  const digits = (line: string): string =>
    `<p dir="ltr" style="margin:0 0 16px;font:600 28px/1.4 monospace;letter-spacing:4px">${escapeHtml(line)}</p>`;
  const html = [
    `<!doctype html><html lang="${locale}" dir="${dir}"><head><meta charset="utf-8"><title>${escapeHtml(parts.subject)}</title></head>`,
    '<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1a1d21;background:#ffffff">',
    '<div style="max-width:520px;margin:0 auto">',
    paragraph(t('emails:greeting')),
    paragraph(first),
    ...highlight.map(digits),
    ...rest.map(paragraph),
    paragraph(t('emails:signature')),
    `<p style="margin:32px 0 0;font-size:13px;color:#5c6470">${escapeHtml(footer)}</p>`,
    '</div></body></html>',
  ].join('\n');
  return { subject: parts.subject, text: `${text.join('\n\n')}\n`, html };
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Device names and addresses are untrusted. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
