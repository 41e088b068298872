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
    `<p dir="ltr" style="margin:0 0 16px;padding:12px 16px;border:1px solid #d9dde3;border-radius:8px;background:#f5f6f8;font:600 28px/1.4 monospace;letter-spacing:4px">${escapeHtml(line)}</p>`;
  const html = [
    `<!doctype html><html lang="${locale}" dir="${dir}"><head><meta charset="utf-8"><title>${escapeHtml(parts.subject)}</title></head>`,
    '<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1a1d21;background:#f5f6f8">',
    '<div style="max-width:520px;margin:0 auto">',
    head(t('common:brand')),
    '<div style="padding:24px 24px 8px;border:1px solid #d9dde3;border-top:3px solid #4d4ad5;border-radius:12px;background:#ffffff">',
    paragraph(t('emails:greeting')),
    paragraph(first),
    ...highlight.map(digits),
    ...rest.map(paragraph),
    paragraph(t('emails:signature')),
    '</div>',
    `<p style="margin:16px 24px 0;font-size:13px;color:#5c6470">${escapeHtml(footer)}</p>`,
    '</div></body></html>',
  ].join('\n');
  return { subject: parts.subject, text: `${text.join('\n\n')}\n`, html };
}

/**
 * The four panes of the mark beside the name. Cells with a colour, because many clients show
 * neither pictures from elsewhere nor drawings.
 */
function head(brand: string): string {
  const pane = (colour: string): string =>
    `<td style="width:11px;height:11px;font-size:0;line-height:0;border-radius:2px;background:${colour}">&nbsp;</td>`;
  const panes = [
    ['#4d4ad5', '#8785e6'],
    ['#b8b7f1', '#4d4ad5'],
  ].map((row) => `<tr>${row.map(pane).join('')}</tr>`);
  return [
    '<table role="presentation" cellspacing="0" cellpadding="0" style="margin:0 0 16px"><tr>',
    `<td><table role="presentation" cellspacing="2" cellpadding="0" style="border-collapse:separate">${panes.join('')}</table></td>`,
    `<td style="padding:0 8px;font:600 18px/1.3 system-ui,sans-serif">${escapeHtml(brand)}</td>`,
    '</tr></table>',
  ].join('');
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
