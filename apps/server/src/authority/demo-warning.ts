import { code } from '@glasshouse/api/codes';
import { RISK_TEXT_VERSION, type RiskProduct } from '@glasshouse/api/risk-warning';
import { LRUCache } from 'lru-cache';
import { type CallHandler, type CallHandlers, callerOf, refuse } from '../platform/call.ts';
import type { Pool } from '../platform/postgres.ts';

/** The calls that begin something which the warning is about, as the tickets of the page do. */
const CALLS = {
  buyOption: 'options',
  openPosition: 'contracts',
  reversePosition: 'contracts',
} as const satisfies { readonly [name in keyof CallHandlers]?: RiskProduct };

/** A person who falls out costs one query at the next order. */
const READERS_MAX = 200_000;

/**
 * Refuses demo orders until the newest warning was read (11042). Logs have demo orders without one,
 * which have to replay: the core refuses on the real book alone, and the demo book is judged here.
 */
export function withDemoWarning<Handlers extends Required<Pick<CallHandlers, keyof typeof CALLS>>>(
  handlers: Handlers,
  pool: Pool,
): Handlers {
  const readers = new LRUCache<string, true>({ max: READERS_MAX });
  const hasRead = async (userId: number, product: RiskProduct): Promise<boolean> => {
    const reader = `${userId} ${product}`;
    if (readers.has(reader)) return true;
    const { rowCount } = await pool.query(
      `select 1 from risk_acknowledgements where user_id = $1 and book = 'demo' and product = $2 and text >= $3 limit 1`,
      [userId, product, RISK_TEXT_VERSION],
    );
    if (rowCount === 0) return false;
    readers.set(reader, true);
    return true;
  };
  const gated = Object.entries(CALLS).map(([name, product]) => {
    const handler = handlers[name as keyof typeof CALLS] as CallHandler;
    const call: CallHandler = async (input, context) => {
      const mayOrder = context.book === 'real' || (await hasRead(callerOf(context).userId, product));
      return mayOrder ? handler(input, context) : refuse(code.riskNotAcknowledged);
    };
    return [name, call] as const;
  });
  return { ...handlers, ...Object.fromEntries(gated) };
}
