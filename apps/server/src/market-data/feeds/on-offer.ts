import { CORE_CODES } from '../instruments/catalogue/core.ts';
import { CATALOGUE } from '../instruments/catalogue/index.ts';
import { convertersOf, type Instrument, MARKET_TYPE_NAMES, MARKET_TYPES } from '../instruments/instrument.ts';
import { trianglesOf } from './cross/triangles.ts';

/** Named sets of `INSTRUMENTS`, besides the types of market. */
const PRESETS = ['all', 'core'] as const;

/** The codes that `INSTRUMENTS` names, without those that they need; `all` is the catalogue. */
export type NamedInstruments = ReadonlySet<string> | 'all';

export type NamedInstrumentsResult =
  | { readonly ok: true; readonly named: NamedInstruments }
  | { readonly ok: false; readonly problem: string };

const codes: ReadonlySet<string> = new Set(CATALOGUE.map(({ code }) => code));

function codesNamed(word: string): readonly string[] | undefined {
  if (word === 'core') return CORE_CODES;
  const type = MARKET_TYPE_NAMES.find((name) => name === word);
  if (type !== undefined)
    return CATALOGUE.filter((instrument) => instrument.type === MARKET_TYPES[type]).map(({ code }) => code);
  return codes.has(word) ? [word] : undefined;
}

/** Parses `core`, `forex,metals,BTCUSDT` and the like: presets, types of market and codes. */
export function parseNamedInstruments(text: string): NamedInstrumentsResult {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const unknown = words.filter((word) => word !== 'all' && codesNamed(word) === undefined);
  if (0 < unknown.length || words.length === 0) {
    const named = unknown.length === 0 ? 'nothing' : unknown.join(', ');
    const known = [...PRESETS, ...MARKET_TYPE_NAMES].join(', ');
    return {
      ok: false,
      problem: `INSTRUMENTS names ${named}: expected codes of the catalogue such as BTCUSDT, or ${known}.`,
    };
  }
  if (words.includes('all')) return { ok: true, named: 'all' };
  return { ok: true, named: new Set(words.flatMap((word) => codesNamed(word) ?? [])) };
}

/** Whose prices each instrument needs: the legs of a cross, and what converts its quote. */
const needs: ReadonlyMap<string, readonly string[]> = new Map(
  (() => {
    const legs = new Map(trianglesOf(CATALOGUE).map(({ cross, base, quote }) => [cross.code, [base.code, quote.code]]));
    const isDollar = (quote: string): boolean => quote === 'USD' || quote === 'USDT';
    // The first one of the whole catalogue, so that terms do not depend on what is on offer.
    const converterOf = (quote: string): string | undefined =>
      isDollar(quote) ? undefined : convertersOf(quote).find(([code]) => codes.has(code))?.[0];
    return CATALOGUE.map(
      ({ code, quote }) => [code, [...(legs.get(code) ?? []), converterOf(quote) ?? []].flat()] as const,
    );
  })(),
);

/** Why an instrument is on offer. */
export type OfferReason = 'named' | 'held' | 'needed';

/**
 * The instruments on offer in the order of the catalogue, each with the reason: those that the
 * setting names, those that somebody holds or waits for, and those whose prices either of them, or
 * the installation itself, needs.
 */
export function instrumentsOnOffer(
  named: NamedInstruments,
  { held, needed }: { readonly held: Iterable<string>; readonly needed: Iterable<string> },
): ReadonlyMap<Instrument, OfferReason> {
  const reasons = new Map<string, OfferReason>();
  const add = (code: string, reason: OfferReason): void => {
    if (!codes.has(code) || reasons.has(code)) return;
    reasons.set(code, reason);
  };
  for (const code of named === 'all' ? codes : named) add(code, 'named');
  for (const code of held) add(code, 'held');
  for (const code of needed) add(code, 'needed');
  // A map visits what is added meanwhile: legs of legs are found too.
  for (const code of reasons.keys()) for (const leg of needs.get(code) ?? []) add(leg, 'needed');
  return new Map(
    CATALOGUE.flatMap((instrument) => {
      const reason = reasons.get(instrument.code);
      return reason === undefined ? [] : [[instrument, reason] as const];
    }),
  );
}
