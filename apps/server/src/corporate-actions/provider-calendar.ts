import { isRatio } from '@glasshouse/rules/corporate-actions';
import { parsePrice } from '@glasshouse/rules/money';
import { localToUtc, zoneOffset } from '@glasshouse/rules/time-zone';
import type { CommandAnswer, CommandInput } from '../kernel/core/types.ts';
import type { CalendarEvent } from '../market-data/feeds/http/twelve-data-calendar.ts';
import type { CorporateActionTerms } from './rows.ts';
import type { ImportBody } from './schedule.ts';

/** How far ahead a provider is asked: dates beyond it often change. */
export const ASKED_DAYS = 14;
const DAY_MS = 86_400_000;
/** A day's name in the calendars of American exchanges begins at midnight in New York. */
const offsetAt = zoneOffset('America/New_York');

export interface ProviderCalendar {
  /** Who published it, as it stands beside each action. */
  readonly name: string;
  readonly read: (days: { readonly from: string; readonly to: string }) => Promise<readonly CalendarEvent[]>;
  /** The instrument of a symbol; undefined for the many that nobody trades here. */
  readonly codeOf: (symbol: string) => string | undefined;
  readonly submit: (input: CommandInput) => Promise<CommandAnswer>;
  readonly now: () => number;
}

/** A row that the calendar does not have: what is wrong with it, or the code of its refusal. */
export interface RefusedEvent {
  readonly event: CalendarEvent;
  readonly why: 'date' | 'ratio' | 'description' | 'amount' | number;
}

/**
 * Takes splits and dividends of a provider over into the calendar. An event has one command for
 * ever: what two persons took out does not come back the next day.
 */
export async function importCalendar(
  provider: ProviderCalendar,
): Promise<{ readonly imported: number; readonly refused: readonly RefusedEvent[] }> {
  const { name, codeOf, submit, now } = provider;
  const day = (ahead: number): string => new Date(now() + ahead * DAY_MS).toISOString().slice(0, 10);
  const events = await provider.read({ from: day(0), to: day(ASKED_DAYS) });
  const refused: RefusedEvent[] = [];
  let imported = 0;
  for (const event of events) {
    const code = codeOf(event.symbol);
    if (code === undefined) continue;
    const read = termsOf(event, { code, name });
    if ('wrong' in read) {
      refused.push({ event, why: read.wrong });
      continue;
    }
    const body: ImportBody = { ...read.terms, origin: 'provider' };
    const id = `corporate.import:provider:${code}:${event.kind}:${event.date}`;
    const answer = await submit({ id, userId: 0, book: 'demo', type: 'corporate.import', body });
    if (answer.code === 200) imported += 1;
    else refused.push({ event, why: answer.code });
  }
  return { imported, refused };
}

function termsOf(
  { kind, date, description, fromFactor, toFactor, amount }: CalendarEvent,
  { code, name }: { readonly code: string; readonly name: string },
): { readonly terms: CorporateActionTerms } | { readonly wrong: Exclude<RefusedEvent['why'], number> } {
  const effective = midnightOf(date);
  if (effective === undefined) return { wrong: 'date' };
  const common = {
    code,
    kind,
    symbol: null,
    effective_at: effective,
    source: `${name}, calendar of ${kind}s: ${date}`,
  };
  if (kind === 'dividend') {
    const price = parsePrice(amount);
    if (price === undefined || price <= 0n) return { wrong: 'amount' };
    return { terms: { ...common, numerator: 1, denominator: 1, amount } };
  }
  const ratio = { numerator: fromFactor, denominator: toFactor };
  if (!isRatio(ratio) || fromFactor === toFactor) return { wrong: 'ratio' };
  // Two statements of one row that differ: nobody knows which of them is the slip.
  const words = /(\d+)\s*-?\s*for\s*-?\s*(\d+)/i.exec(description);
  const isSaid = words === null || Number(words[1]) * toFactor === Number(words[2]) * fromFactor;
  return isSaid ? { terms: { ...common, ...ratio, amount: null } } : { wrong: 'description' };
}

function midnightOf(date: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (match === null || Number.isNaN(Date.parse(date))) return undefined;
  return localToUtc(offsetAt, { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) }, 0);
}
