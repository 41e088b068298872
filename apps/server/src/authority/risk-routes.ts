import type { ResultOf } from '@glasshouse/api/calls';
import type { Language } from '@glasshouse/api/constants';
import { LOSING_ACCOUNTS_MIN, RISK_PRODUCTS, RISK_TEXT_VERSION, type RiskProduct } from '@glasshouse/api/risk-warning';
import type { CoreBus } from '../kernel/core/bus.ts';
import { isoTime } from '../kernel/core/iso-time.ts';
import type { Book } from '../kernel/core/types.ts';
import { type LosingLine, losingOf, losingSince, shareOf } from '../ledger/losing-share.ts';
import { answerOf, type CallAnswer, type CallHandlers, callerOf, done } from '../platform/call.ts';
import type { Pool } from '../platform/postgres.ts';
import type { AcknowledgeBody } from './acknowledgement.ts';

type Warning = ResultOf<'getRiskWarning'>;
type Read = Warning['products'][number]['acknowledged'];

export interface RiskCallsDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly now: () => number;
}

/** The figures are the same for all: whoever asks meanwhile shares one count. */
const SHARED_MS = 10_000;

interface TimedCount {
  readonly at: number;
  readonly lines: readonly LosingLine[];
}

/** The warning before the first option or leveraged order, and who has read it. */
export function riskCalls({ pool, bus, now }: RiskCallsDeps) {
  let shared: { readonly at: number; readonly counted: Promise<TimedCount> } | undefined;
  const counted = (): Promise<TimedCount> => {
    const at = now();
    if (shared === undefined || SHARED_MS <= at - shared.at) {
      const next = losingOf(pool, at).then((lines) => ({ at, lines }));
      shared = { at, counted: next };
      // The next one tries again.
      next.catch(() => {
        shared = undefined;
      });
    }
    return shared.counted;
  };
  /** Those that are being written; whoever presses twice gets the one answer. */
  const reads = new Map<string, Promise<CallAnswer<NonNullable<Read>>>>();
  /** A text counts once it was read: once more is no entry of the log. */
  async function acknowledged(request: {
    readonly id: string;
    readonly userId: number;
    readonly book: Book;
    readonly read: AcknowledgeBody;
  }): Promise<CallAnswer<NonNullable<Read>>> {
    const { id, userId, book, read } = request;
    const known = (await readBy(pool, { userId, book })).get(read.product);
    if (known?.text === read.text && read.text === RISK_TEXT_VERSION) return done(known);
    return answerOf<NonNullable<Read>>(await bus.submit({ id, userId, book, type: 'risk.acknowledge', body: read }));
  }
  return {
    async getRiskWarning(_input, context) {
      const { book } = context;
      const { userId } = callerOf(context);
      const [{ at, lines }, read] = await Promise.all([counted(), readBy(pool, { userId, book })]);
      const products = RISK_PRODUCTS.map((product) => ({
        product,
        ...statedOf(lines.find((line) => line.book === book && line.product === product)),
        acknowledged: read.get(product) ?? null,
      }));
      const from = losingSince(at);
      const until = isoTime(at);
      return {
        ok: true,
        result: { book, text: RISK_TEXT_VERSION, from, until, accountsMin: LOSING_ACCOUNTS_MIN, products },
      };
    },
    async acknowledgeRisk({ body }, context) {
      const { userId } = callerOf(context);
      const { book, commandId: id, language } = context;
      const { product, text } = body;
      const key = `${userId} ${book} ${product} ${text}`;
      const running = reads.get(key);
      if (running !== undefined) return running;
      const answer = acknowledged({ id, userId, book, read: { product, text, language } });
      reads.set(key, answer);
      return answer.finally(() => reads.delete(key));
    },
  } satisfies CallHandlers;
}

/** Of too few accounts only how many they are. */
function statedOf(line: LosingLine | undefined): Pick<Warning['products'][number], 'accounts' | 'losing' | 'share'> {
  const accounts = line?.accounts ?? 0;
  if (line === undefined || accounts < LOSING_ACCOUNTS_MIN) return { accounts, losing: null, share: null };
  return { accounts, losing: line.losing, share: shareOf(line) };
}

/** The newest acknowledgement of each product. */
async function readBy(
  pool: Pool,
  { userId, book }: { readonly userId: number; readonly book: Book },
): Promise<ReadonlyMap<RiskProduct, NonNullable<Read>>> {
  const { rows } = await pool.query<{ product: RiskProduct; text: number; language: Language; at: number }>(
    `select distinct on (product) product, text, language, at from risk_acknowledgements
      where user_id = $1 and book = $2 order by product, seq desc`,
    [userId, book],
  );
  return new Map(
    rows.map(({ product, text, language, at }) => [product, { product, text, language, at: isoTime(at) }]),
  );
}
