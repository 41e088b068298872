import { code } from '@glasshouse/api/codes';
import type { OperatorQueryOf, OperatorResultOf } from '@glasshouse/api/operator/calls';
import { amountOf, formatAmount } from '@glasshouse/rules/money';
import type { CoreBus } from '../../kernel/core/bus.ts';
import { answerOf, done, refuse } from '../../platform/call.ts';
import type { OperatorHandlers } from '../../platform/operator-call.ts';
import { isRefusal, type PageRequest, pageOf, readPage } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { type HouseAccount, poolLimits } from '../../transparency/house-funds.ts';
import { outboxPage } from './outbox.ts';

type House = OperatorResultOf<'getHouse'>;

const MOVES_MAX = 100;

export interface OperatorHouseDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly now: () => number;
  /** Whether a mail server is configured. */
  readonly sendsMail: boolean;
}

async function accountsPage(pool: Pool, query: OperatorQueryOf<'getHouse'>, page: PageRequest) {
  const { rows } = await pool.query<HouseAccount & { readonly id: number }>(
    `select id, book, asset, kind, balance from accounts
      where owner = 0 and id > $1 and ($3::text is null or book = $3) and ($4::text is null or asset = $4)
      order by id limit $2`,
    [page.after?.[0] ?? 0, page.limit + 1, query.book ?? null, query.asset ?? null],
  );
  return pageOf(
    rows,
    page.limit,
    ({ id: _, ...row }): HouseAccount => ({ ...row, balance: formatAmount(amountOf(row.balance)) }),
    ({ id }) => [id],
  );
}

async function movesOf(pool: Pool): Promise<House['moves']> {
  const { rows } = await pool.query<Omit<House['moves'][number], 'at'> & { readonly at: number }>(
    `select a.seq, p.at, p.book, p.asset, f.kind as from, t.kind as to, trim_scale(p.amount)::text as amount, a.reason
       from (select distinct seq, reason from operator_actions where type = 'house.move' order by seq desc limit ${MOVES_MAX}) a
       join postings p on p.seq = a.seq join accounts f on f.id = p.from_id join accounts t on t.id = p.to_id
      order by a.seq desc`,
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}

export function operatorHouseCalls({ pool, bus, now, sendsMail }: OperatorHouseDeps) {
  return {
    async getHouse({ query }) {
      const page = readPage(query, 1);
      if (isRefusal(page)) return page;
      const { items: accounts, next } = await accountsPage(pool, query, page);
      const [limits, moves] = await Promise.all([poolLimits(pool, accounts), movesOf(pool)]);
      return done({ at: new Date(now()).toISOString(), accounts, limits, moves, next });
    },
    async moveHouse({ body }, context) {
      const { book, ...fields } = body;
      // Nothing comes to the demo book from outside, and nothing leaves it.
      const outside = book === 'demo' ? 'external' : 'playMoney';
      if (fields.from === outside) return refuse(code.wrongFormat, 'from');
      if (fields.to === outside) return refuse(code.wrongFormat, 'to');
      const input = { id: context.commandId, userId: 0, book, type: 'house.move' };
      return answerOf(await bus.submit({ ...input, body: { by: context.stamp(), ...fields } }));
    },
    async listOutbox({ query }) {
      const page = readPage(query, 1);
      return isRefusal(page) ? page : done({ sends: sendsMail, page: await outboxPage(pool, query.state, page) });
    },
  } satisfies OperatorHandlers;
}
