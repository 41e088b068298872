import { formatAmount, formatPrice } from '@glasshouse/rules/money';
import { csvText } from '../export.ts';
import type { TaxLine } from './engine.ts';
import type { HeldThen, TaxRequest, TaxSummary } from './report.ts';
import { resultOf } from './report.ts';

const COLUMNS = [
  'section',
  'time',
  'local_time',
  'product',
  'reason',
  'asset',
  'quantity',
  'value',
  'cost',
  'result',
  'currency',
  'basis',
  'acquired',
  'acquired_log_entry',
  'reference',
  'log_entry',
  'statement_line',
  'note',
] as const;
type Column = (typeof COLUMNS)[number];

const row = (cells: Readonly<Partial<Record<Column, string>>>): string =>
  `${COLUMNS.map((column) => cells[column] ?? '').join(',')}\r\n`;
const iso = (at: number): string => new Date(at).toISOString();

/** What the report is, for a reader of the file alone. Its words come from the caller. */
export interface CsvWords {
  readonly notAdvice: string;
  readonly method: string;
  readonly par: string | undefined;
}

/**
 * The report as one table: what it is, opening holdings, every line with the lots that it took,
 * closing holdings, prices, sums. Amounts have all their decimals, so sums of a column are exact.
 */
export async function* taxCsv(report: TaxSummary, words: CsvWords): AsyncGenerator<string> {
  const { request, until } = report;
  const { currency } = request;
  yield `${COLUMNS.join(',')}\r\n`;
  for (const note of [words.notAdvice, words.method, words.par]) {
    if (note !== undefined) yield row({ section: 'about', currency, note: csvText(note) });
  }
  yield row({ section: 'period', time: iso(request.year.from), note: `until ${iso(until)}` });
  for (const [asset, held] of report.opening) yield heldRow('opening', request.year.from, { asset, held, currency });
  for await (const lines of report.pages()) yield lines.map((line) => lineRows(line, request)).join('');
  for (const [asset, held] of report.closing) yield heldRow('closing', until, { asset, held, currency });
  for (const { asset, opening, cameIn, wentOut, closing } of report.movements) {
    const note = `${[opening, cameIn, wentOut]
      .map(formatAmount)
      .join(' + ')
      .replace(/ \+ (?=[^+]*$)/, ' - ')}`;
    yield row({ section: 'reconciled', asset: csvText(asset), quantity: formatAmount(closing), note });
  }
  for (const { code, seq, at, price } of report.quotes) {
    yield row({ section: 'price', time: iso(at), asset: code, value: formatPrice(price), note: `tick ${seq}` });
  }
  for (const { section, kind, asset, lines, quantity, value, cost, result } of report.totals) {
    const sums = { quantity: formatAmount(quantity), value: formatAmount(value), cost: formatAmount(cost) };
    const columns = { section: `total ${section}`, product: csvText(kind), asset: csvText(asset), currency };
    yield row({ ...columns, ...sums, result: formatAmount(result), note: `${lines} lines` });
  }
  yield row({ section: 'total', currency, result: formatAmount(resultOf(report.totals)) });
}

function heldRow(
  section: string,
  at: number,
  { asset, held, currency }: { asset: string; held: HeldThen; currency: string },
): string {
  const { quantity, cost, value, quote } = held;
  return row({
    section,
    time: iso(at),
    asset: csvText(asset),
    quantity: formatAmount(quantity),
    value: value === null ? '' : formatAmount(value),
    cost: formatAmount(cost),
    currency,
    note: quote === null ? '' : `${quote.code} tick ${quote.seq}`,
  });
}

function lineRows(line: TaxLine, { currency, year }: TaxRequest): string {
  const columns = {
    time: iso(line.at),
    local_time: year.local(line.at),
    product: csvText(line.kind),
    asset: csvText(line.asset),
    currency,
    reference: csvText(line.ref ?? ''),
    log_entry: String(line.seq),
    statement_line: line.line,
  };
  const whole = row({
    ...columns,
    section: line.section,
    reason: csvText(line.reason),
    quantity: formatAmount(line.quantity),
    value: formatAmount(line.value),
    cost: formatAmount(line.cost),
    result: formatAmount(line.result),
    basis: line.basis,
  });
  // A disposal is followed by the lots that it took; their sums are its quantity and its cost.
  const parts = line.parts.map((part) =>
    row({
      ...columns,
      section: 'lot',
      quantity: `-${formatAmount(part.quantity)}`,
      cost: formatAmount(part.cost),
      acquired: iso(part.at),
      acquired_log_entry: String(part.seq),
    }),
  );
  return whole + parts.join('');
}
