import type { Translator } from '@glasshouse/i18n/translator';
import type { MailMessage } from './mail.ts';

export type MailText = Omit<MailMessage, 'to'>;

interface MailParts {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Shown large and alone: the digits. */
  readonly highlight?: string;
}

/** The server does not know where the reader lives, so the time is in UTC and says so. */
export function timeText(translator: Translator, at: number): string {
  const format = new Intl.DateTimeFormat(translator.locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(at)} UTC`;
}

/** A mail in one of our languages, as plain text and as HTML. */
export function mailOf(translator: Translator, site: string, parts: MailParts): MailText {
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
