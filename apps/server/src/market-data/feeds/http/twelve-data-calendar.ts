import { isObject, type TwelveDataApi } from './twelve-data-api.ts';

/** A split or a dividend as the provider's calendars have it; nothing in it is believed yet. */
export interface CalendarEvent {
  readonly kind: 'split' | 'dividend';
  readonly symbol: string;
  /** `2026-12-03`, by the clocks of its exchange. */
  readonly date: string;
  readonly description: string;
  /** So many new shares … */
  readonly fromFactor: number;
  /** … for so many old ones. */
  readonly toFactor: number;
  /** For one share, as the provider writes it. */
  readonly amount: string;
}

/** Codes of the exchanges (ISO 10383) whose shares and funds the catalogue has. */
const EXCHANGES = new Set(['XNAS', 'XNGS', 'XNMS', 'XNCM', 'XNYS', 'ARCX', 'XASE', 'BATS']);
const PAGE = 500;
/** A fortnight of all American exchanges has a few thousand dividends. */
const PAGES_MAX = 20;

/** Splits and dividends between two days, of American exchanges. */
export async function readCalendar(
  api: TwelveDataApi,
  days: { readonly from: string; readonly to: string },
  signal: AbortSignal,
): Promise<readonly CalendarEvent[]> {
  const splits = await rowsOf(api, { path: 'splits_calendar', ...days }, signal);
  const dividends = await rowsOf(api, { path: 'dividends_calendar', ...days }, signal);
  return [
    ...splits.map((row) => eventOf('split', row, row.date)),
    ...dividends.map((row) => eventOf('dividend', row, row.ex_date)),
  ];
}

async function rowsOf(
  api: TwelveDataApi,
  { path, from, to }: { readonly path: string; readonly from: string; readonly to: string },
  signal: AbortSignal,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const rows: Readonly<Record<string, unknown>>[] = [];
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const query = {
      start_date: from,
      end_date: to,
      country: 'United States',
      outputsize: String(PAGE),
      page: String(page),
    };
    const found = (await api.list(path, query, signal)).filter(isObject);
    rows.push(...found.filter(({ mic_code }) => EXCHANGES.has(String(mic_code))));
    if (found.length < PAGE) break;
  }
  return rows;
}

const eventOf = (
  kind: CalendarEvent['kind'],
  row: Readonly<Record<string, unknown>>,
  date: unknown,
): CalendarEvent => ({
  kind,
  symbol: String(row.symbol ?? ''),
  date: String(date ?? ''),
  description: String(row.description ?? ''),
  fromFactor: Number(row.from_factor),
  toFactor: Number(row.to_factor),
  amount: String(row.amount ?? ''),
});
