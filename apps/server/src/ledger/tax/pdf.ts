import type { Language } from '@glasshouse/api/constants';
import { createFormatter, type MessageKey } from '@glasshouse/i18n';
import { translatorFor } from '@glasshouse/i18n/server';
import { type Amount, formatAmount, formatPrice } from '@glasshouse/rules/money';
import { type PdfWriter, pdfChunks } from '../../platform/pdf/document.ts';
import type { TaxLine } from './engine.ts';
import { type HeldThen, resultOf, type TaxSummary } from './report.ts';

/** Lines and lots that a document shows: some hundred pages. The CSV has them all. */
export const PDF_ROWS_MAX = 5_000;
/** Prices that a document lists. */
const QUOTES_MAX = 1_000;

export interface PdfHead {
  readonly language: Language;
  readonly zone: string;
  /** Number of the account. */
  readonly userId: number;
}

/** The report as a document, in the reader's language and the chosen time zone. */
export function taxPdf(report: TaxSummary, head: PdfHead): AsyncGenerator<Uint8Array> {
  const { t } = translatorFor(head.language);
  return pdfChunks(
    {
      language: head.language,
      title: t('funds:tax.title'),
      foot: t('funds:tax.notAdviceShort'),
      pageNumber: (page) => t('funds:tax.page', { page }),
      createdAt: new Date(report.request.now),
    },
    (pdf) => new Report(pdf, report, head).write(),
  );
}

/** Keeps a figure in its order inside right-to-left text. */
const figure = (text: string): string => `\u2066${text}\u2069`;

class Report {
  readonly #pdf: PdfWriter;
  readonly #report: TaxSummary;
  readonly #head: PdfHead;
  readonly #words: ReturnType<typeof translatorFor>;
  readonly #format: ReturnType<typeof createFormatter>;

  constructor(pdf: PdfWriter, report: TaxSummary, head: PdfHead) {
    this.#pdf = pdf;
    this.#report = report;
    this.#head = head;
    this.#words = translatorFor(head.language);
    this.#format = createFormatter(head.language, head.zone);
  }

  async *write(): AsyncGenerator<void> {
    this.#beginning();
    yield;
    this.#sums();
    this.#holdings();
    this.#movements();
    yield;
    yield* this.#lines();
    this.#prices();
    yield;
  }

  #t(key: MessageKey, values?: Readonly<Record<string, string | number>>): string {
    return this.#words.t(key, values);
  }

  #amount(amount: Amount, unit = ''): string {
    const number = this.#format.number(formatAmount(amount));
    return figure(unit === '' ? number : `${number} ${unit}`);
  }

  #beginning(): void {
    const pdf = this.#pdf;
    const { request, until, totals, unpriced } = this.#report;
    pdf.heading(this.#t('funds:tax.title'), 1);
    pdf.paragraph(this.#t('funds:tax.notAdvice'), { bold: true });
    const { local } = request.year;
    const from = figure(local(request.year.from).slice(0, 10));
    const to = figure(local(request.year.to - 1).slice(0, 10));
    pdf.pairs([
      [this.#t('funds:tax.period'), `${from} – ${to} (${figure(this.#head.zone)})`],
      [this.#t('funds:tax.form.method'), this.#t(`funds:tax.method.${request.method}`)],
      [this.#t('funds:tax.form.currency'), request.currency],
      [this.#t('funds:tax.account'), `${figure(`#${this.#head.userId}`)} · ${this.#t(BOOKS[request.book])}`],
      [this.#t('funds:tax.result'), this.#amount(resultOf(totals), request.currency)],
    ]);
    if (until < request.year.to) pdf.paragraph(this.#t('funds:tax.soFar', { time: local(until) }));
    if (request.book === 'demo') pdf.paragraph(this.#t('funds:tax.demo'));
    if (0 < unpriced) pdf.paragraph(this.#t('funds:tax.unpriced', { count: unpriced }));
    pdf.paragraph(this.#t(`funds:tax.methodText.${request.method}`), { muted: true });
    if (request.currency !== 'USDT') {
      pdf.paragraph(this.#t('funds:tax.par', { currency: request.currency }), { muted: true });
    }
    pdf.paragraph(this.#t('funds:tax.rounding'), { muted: true });
  }

  #sums(): void {
    const pdf = this.#pdf;
    pdf.heading(this.#t('funds:tax.sums'));
    pdf.table([
      { header: this.#t('funds:tax.column.what'), width: 3.4 },
      { header: this.#t('account:balances.asset'), width: 1 },
      { header: this.#t('funds:tax.column.value'), width: 2, align: 'end' },
      { header: this.#t('funds:cost.cost'), width: 2, align: 'end' },
      { header: this.#t('funds:profit.result'), width: 2, align: 'end' },
    ]);
    for (const { section, kind, asset, value, cost, result } of this.#report.totals) {
      const name = `${this.#t(`funds:tax.section.${section}`)} · ${this.#product(kind)}`;
      pdf.row([name, asset, this.#amount(value), this.#amount(cost), this.#amount(result)]);
    }
    const all = resultOf(this.#report.totals);
    pdf.row([this.#t('common:word.total'), '', '', '', this.#amount(all)], { bold: true });
    pdf.endTable();
  }

  #holdings(): void {
    const pdf = this.#pdf;
    const { opening, closing } = this.#report;
    for (const [title, held] of [
      ['funds:tax.opening', opening],
      ['funds:tax.closing', closing],
    ] as const) {
      pdf.heading(this.#t(title));
      if (held.size === 0) {
        pdf.paragraph(this.#t('funds:tax.nothing'));
        continue;
      }
      pdf.table([
        { header: this.#t('account:balances.asset'), width: 1 },
        { header: this.#t('funds:cost.quantity'), width: 2, align: 'end' },
        { header: this.#t('funds:cost.cost'), width: 2, align: 'end' },
        { header: this.#t('funds:tax.column.value'), width: 2, align: 'end' },
        { header: this.#t('funds:tax.tick'), width: 2, align: 'end' },
      ]);
      for (const [asset, then] of held) pdf.row(this.#heldCells(asset, then));
      pdf.endTable();
    }
  }

  #heldCells(asset: string, { quantity, cost, value, quote }: HeldThen): string[] {
    return [
      asset,
      this.#amount(quantity),
      asset === 'USDT' ? '–' : this.#amount(cost),
      value === null ? this.#t('funds:asset.noPrice') : this.#amount(value),
      quote === null ? '–' : figure(`${quote.code} ${quote.seq}`),
    ];
  }

  #movements(): void {
    const pdf = this.#pdf;
    pdf.heading(this.#t('funds:tax.reconciled'));
    pdf.table([
      { header: this.#t('account:balances.asset'), width: 1 },
      { header: this.#t('funds:tax.opening'), width: 2, align: 'end' },
      { header: this.#t('funds:tax.column.in'), width: 2, align: 'end' },
      { header: this.#t('funds:tax.column.out'), width: 2, align: 'end' },
      { header: this.#t('funds:tax.closing'), width: 2, align: 'end' },
    ]);
    for (const { asset, opening, cameIn, wentOut, closing } of this.#report.movements) {
      pdf.row([asset, ...[opening, cameIn, wentOut, closing].map((amount) => this.#amount(amount))]);
    }
    pdf.endTable();
  }

  async *#lines(): AsyncGenerator<void> {
    const pdf = this.#pdf;
    pdf.heading(this.#t('funds:tax.lines'));
    pdf.table([
      { header: this.#t('account:statement.time'), width: 1.7 },
      { header: this.#t('funds:tax.column.what'), width: 2.9 },
      { header: this.#t('funds:cost.quantity'), width: 2.1, align: 'end' },
      { header: this.#t('funds:tax.column.value'), width: 1.8, align: 'end' },
      { header: this.#t('funds:cost.cost'), width: 1.8, align: 'end' },
      { header: this.#t('funds:profit.result'), width: 1.8, align: 'end' },
      { header: this.#t('account:statement.logEntry'), width: 1.3, align: 'end' },
    ]);
    let room = PDF_ROWS_MAX;
    let printed = 0;
    for await (const page of this.#report.pages()) {
      for (const line of page) {
        if (room < 1 + line.parts.length) break;
        room -= 1 + line.parts.length;
        printed += 1;
        this.#line(line);
        yield;
      }
      if (room < 1 || printed < page.length) break;
    }
    pdf.endTable();
    const more = this.#report.lines - printed;
    if (0 < more) pdf.paragraph(this.#t('funds:tax.more', { count: more }), { bold: true });
  }

  #line(line: TaxLine): void {
    const { at, section, kind, reason, asset, quantity, value, cost, result, seq, ref, parts } = line;
    const { local } = this.#report.request.year;
    const isTrade = section === 'disposal' || section === 'acquisition';
    const what = isTrade ? this.#product(kind) : (this.#words.find(`account:reason.${reason}`) ?? reason);
    this.#pdf.row([
      figure(local(at)),
      `${this.#t(`funds:tax.section.${section}`)} · ${what}`,
      this.#amount(quantity, asset),
      this.#amount(value),
      this.#amount(cost),
      this.#amount(result),
      figure(ref === null || ref === String(seq) ? `#${seq}` : `#${seq} / ${ref}`),
    ]);
    for (const part of parts) {
      const from = this.#t('funds:tax.lot', { time: local(part.at) });
      const quantity = this.#amount(-part.quantity as Amount);
      this.#pdf.row(['', from, quantity, '', this.#amount(part.cost), '', figure(`#${part.seq}`)], { muted: true });
    }
  }

  #prices(): void {
    const { quotes, request } = this.#report;
    if (quotes.length === 0) return;
    const pdf = this.#pdf;
    pdf.heading(this.#t('funds:tax.prices'));
    pdf.paragraph(this.#t('funds:tax.pricesText'), { muted: true });
    pdf.table([
      { header: this.#t('funds:tax.market'), width: 1.5 },
      { header: this.#t('funds:tax.tick'), width: 1.5, align: 'end' },
      { header: this.#t('account:statement.time'), width: 2, align: 'end' },
      { header: this.#t('common:word.price'), width: 2, align: 'end' },
    ]);
    for (const { code, seq, at, price } of quotes.slice(0, QUOTES_MAX)) {
      pdf.row([code, figure(String(seq)), figure(request.year.local(at)), figure(formatPrice(price))]);
    }
    pdf.endTable();
    const more = quotes.length - QUOTES_MAX;
    if (0 < more) pdf.paragraph(this.#t('funds:tax.more', { count: more }));
  }

  #product(kind: string): string {
    return this.#words.find(`funds:product.${kind}`) ?? kind;
  }
}

const BOOKS = { demo: 'common:book.demoAccount', real: 'common:book.realAccount' } as const;
