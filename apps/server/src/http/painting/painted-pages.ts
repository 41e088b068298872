import type { MarketRow } from '@glasshouse/api/schemas/market-row';
import type { Language } from '@glasshouse/i18n/languages';
import type { CallContext, HandlerOf } from '../../platform/call.ts';
import type { MarketListSource } from '../market-list.ts';
import type { PaintedData } from './program.ts';

/** As `first-rows.ts` and `market-query.ts` of the app have them. */
const FIRST_ROWS = 24;
const FIRST_TYPE = 2;
const CODE = /^[A-Z0-9][A-Z0-9._-]{0,23}$/;

/** The calls whose answers painted pages show. */
export interface PaintedCalls {
  readonly getMarketInfo: HandlerOf<'getMarketInfo'>;
  readonly listContents: HandlerOf<'listContents'>;
  readonly listSignInWays: HandlerOf<'listSignInWays'>;
  readonly getParameter: HandlerOf<'getParameter'>;
}

export interface FigureSources {
  readonly calls: PaintedCalls;
  readonly marketList: MarketListSource;
}

type Figures = Pick<PaintedData, 'rows' | 'isList' | 'queries'>;

interface PaintedPage {
  readonly path: string;
  /** What of the query is painted; undefined where what it asks for is left to the app. */
  readonly addressOf: (query: URLSearchParams) => string | undefined;
  /** `missing`: there is no such page. */
  readonly figures: (sources: FigureSources, reader: Reader) => Promise<Figures | 'missing'>;
}

interface Reader {
  readonly address: URL;
  readonly language: Language;
}

const contextOf = (language: Language): CallContext => ({
  caller: undefined,
  book: 'demo',
  language,
  visitor: undefined,
  ip: '',
  userAgent: '',
  commandId: '',
});

/** As it arrives in a browser. */
const overTheWire = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

/** Without the minutes of its line, most of its bytes: no painted cell shows them. */
const withoutLine = <Row extends MarketRow>(row: Row): Row => ({ ...row, hundred: [] });

function firstRows({ marketList }: FigureSources): readonly MarketRow[] {
  const { result } = JSON.parse(marketList.bytes([FIRST_TYPE], FIRST_ROWS).identity.toString('utf8')) as {
    readonly result: readonly MarketRow[];
  };
  return result.map(withoutLine);
}

async function profile({ calls }: FigureSources, language: Language): Promise<Figures['queries']> {
  const input = { params: { key: 'profile' }, query: undefined, body: undefined } as const;
  const answer = await calls.getParameter(input, contextOf(language));
  return answer.ok ? [[['parameter', 'profile'], overTheWire(answer.result)]] : [];
}

async function contents(
  { calls }: FigureSources,
  language: Language,
  kind: 'faq' | 'document',
): Promise<Figures['queries']> {
  const input = { params: { lang: language }, query: { kind }, body: undefined } as const;
  const answer = await calls.listContents(input, contextOf(language));
  return answer.ok ? [[['contents', kind, language], overTheWire(answer.result)]] : [];
}

const listFigures: PaintedPage['figures'] = async (sources, { language }) => ({
  rows: firstRows(sources),
  isList: true,
  queries: await profile(sources, language),
});

/** The pages that visitors, crawlers and previews open first. */
export const PAINTED_PAGES: readonly PaintedPage[] = [
  {
    path: '/',
    // What the service worker keeps for a start without a network.
    addressOf: (query) => (query.has('shell') ? undefined : '/'),
    figures: listFigures,
  },
  {
    path: '/market',
    addressOf: (query) => (query.has('code') ? undefined : '/market'),
    figures: listFigures,
  },
  {
    path: '/pass/login',
    addressOf: (query) => (query.has('ended') || query.has('next') ? undefined : '/pass/login'),
    figures: async (sources, { language }) => {
      const input = { params: undefined, query: undefined, body: undefined } as const;
      const ways = await sources.calls.listSignInWays(input, contextOf(language));
      const queries = await profile(sources, language);
      return {
        rows: [],
        isList: false,
        queries: ways.ok ? [...queries, [['signInWays'], overTheWire(ways.result)]] : queries,
      };
    },
  },
  {
    path: '/help',
    addressOf: () => '/help',
    figures: async (sources, { language }) => {
      const parts = [
        profile(sources, language),
        contents(sources, language, 'faq'),
        contents(sources, language, 'document'),
      ];
      return { rows: [], isList: false, queries: (await Promise.all(parts)).flat() };
    },
  },
  {
    path: '/cruuency',
    addressOf: (query) => {
      const code = query.get('code') ?? '';
      return CODE.test(code) && !query.has('product') ? `/cruuency?code=${code}` : undefined;
    },
    figures: async (sources, { address, language }) => {
      const id = address.searchParams.get('code') ?? '';
      const answer = await sources.calls.getMarketInfo(
        { params: { id }, query: undefined, body: undefined },
        contextOf(language),
      );
      if (!answer.ok) return 'missing';
      const info = withoutLine(overTheWire(answer.result));
      return {
        rows: [info],
        isList: false,
        queries: [...(await profile(sources, language)), [['marketInfo', id], info]],
      };
    },
  },
];
