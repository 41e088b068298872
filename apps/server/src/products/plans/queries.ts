import type { ResultOf } from '@glasshouse/api/calls';
import type { Language } from '@glasshouse/api/constants';
import {
  type Amount,
  add,
  amountOf,
  divFloor,
  formatAmount,
  formatRate,
  lesser,
  type Rate,
  rateOf,
  subtract,
  ZERO,
} from '@glasshouse/rules/money';
import { paidAt } from '@glasshouse/rules/plans';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { selectList } from '../../kernel/core/postgres-store.ts';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { PLANS_TABLE, type Plan, type PlanTotals, TOTALS_TABLE } from './rows.ts';
import { type PlanTerms, planCode, productOf } from './terms.ts';
import { planWire } from './view.ts';

type PlanView = ResultOf<'buyPlan'>;
type Products = ResultOf<'listPlanProducts'>;
type Product = Products['items'][number];
type Payment = ResultOf<'listPlanPayments'>[number];

export const PLANS_CURSOR_PARTS = 1;
export const FUNDING_CURSOR_PARTS = 1;
/** More than products may be, and than one person may have running. */
const PRODUCTS_MAX = 1_000;
const RUNNING_MAX = 1_000;
const RATE_ONE = rateOf('1');

const COLUMNS = selectList(PLANS_TABLE);

/** Names of products in a language, newest version. */
async function namesIn(pool: Pool, language: Language, products: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await pool.query<{ code: string; name: string }>(
    `select distinct on (code) code, terms -> 'names' ->> $1 as name from plan_terms
      where code = any($2::text[]) order by code, version desc`,
    [language, [...new Set(products)].map(planCode)],
  );
  return new Map(rows.map(({ code, name }) => [productOf(code), name]));
}

async function viewsOf(pool: Pool, plans: readonly Plan[], language: Language): Promise<PlanView[]> {
  const names = await namesIn(
    pool,
    language,
    plans.map(({ product }) => product),
  );
  return plans.map((plan) => ({ ...planWire(plan), name: names.get(plan.product) ?? planCode(plan.product) }));
}

/** A person's plans, newest first. */
export async function plansOfUser(
  pool: Pool,
  query: { readonly userId: number; readonly states: readonly string[] | undefined; readonly language: Language },
  page: PageRequest,
): Promise<ResultOf<'listPlans'>> {
  const { rows } = await pool.query<Plan>(
    `select ${COLUMNS} from plan_orders
      where user_id = $1 and id < $2 and ($3::text[] is null or state = any($3))
        and ($4::timestamptz is null or placed_at >= $4) and ($5::timestamptz is null or placed_at < $5)
      order by id desc limit $6`,
    [
      query.userId,
      page.after?.[0] ?? Number.MAX_SAFE_INTEGER,
      query.states ?? null,
      page.from,
      page.to,
      page.limit + 1,
    ],
  );
  const views = new Map((await viewsOf(pool, rows, query.language)).map((view) => [view.id, view]));
  return pageOf(
    rows,
    page.limit,
    ({ id }) => views.get(id) as PlanView,
    ({ id }) => [id],
  );
}

export async function planById(pool: Pool, key: { userId: number; id: number }): Promise<Plan | undefined> {
  const { rows } = await pool.query<Plan>(`select ${COLUMNS} from plan_orders where id = $1 and user_id = $2`, [
    key.id,
    key.userId,
  ]);
  return rows[0];
}

export async function planView(pool: Pool, plan: Plan, language: Language): Promise<PlanView> {
  const [view] = await viewsOf(pool, [plan], language);
  return view as PlanView;
}

/** As many entries as a receipt may have. */
const ENTRIES_MAX = 1_190;

/** Log entries that moved the plan's money: the purchase, each day, the end. */
export async function entriesOfPlan(pool: Pool, plan: Plan): Promise<number[]> {
  const { rows } = await pool.query<{ seq: number }>(
    `select distinct seq from postings
      where user_id = $1 and user_id <> 0 and book = $2 and ref = $3 and starts_with(reason, 'plans.') and seq >= $4
      order by seq limit ${ENTRIES_MAX}`,
    [plan.user_id, plan.book, String(plan.id), plan.id],
  );
  return rows.map(({ seq }) => seq);
}

export interface Reserve {
  readonly totals: PlanTotals;
  readonly pool: Amount;
  readonly promised: Amount;
}

interface ProductRow {
  readonly terms: PlanTerms;
  readonly totals: PlanTotals | null;
  readonly pool: string;
  readonly promised: string;
}

const TOTALS_JSON = `jsonb_build_object(${Object.keys(TOTALS_TABLE.columns)
  .map(
    (column) =>
      `'${column}', ${column === 'product' || column === 'plans' || column === 'sold' ? `o.${column}` : `trim_scale(o.${column})::text`}`,
  )
  .join(', ')})`;

/** Every product with its terms in force, what it has promised, and what covers it. */
export async function readProducts(pool: Pool): Promise<(Reserve & { readonly terms: PlanTerms })[]> {
  const balance = (prefix: string): string =>
    `coalesce((select a.balance::text from accounts a where a.owner = 0 and a.book = 'real'
                 and a.asset = t.terms ->> 'asset' and a.kind = '${prefix}.' || t.code), '0')`;
  const { rows } = await pool.query<ProductRow>(
    `select t.terms, case when o.product is null then null else ${TOTALS_JSON} end as totals,
            ${balance('pool')} as pool, ${balance('reserve')} as promised
       from (select distinct on (code) code, terms from plan_terms order by code, version desc) t
       left join plan_totals o on 'plan' || o.product = t.code limit ${PRODUCTS_MAX}`,
  );
  return rows
    .map(({ terms, totals, ...balances }) => {
      const product = productOf(terms.code);
      const none = { product, plans: 0, principal: '0', sold: 0, paid: '0', penalties: '0', funded: '0', drawn: '0' };
      return {
        terms,
        totals: totals ?? none,
        pool: amountOf(balances.pool),
        promised: amountOf(balances.promised),
      };
    })
    .sort((left, right) => left.totals.product - right.totals.product);
}

/** Largest principal whose whole yield the free part of the reserve covers. */
function coveredBy(free: Amount, { dailyRate, days }: PlanTerms): Amount {
  return divFloor(free * RATE_ONE, rateOf(dailyRate) * BigInt(days)) as Amount;
}

export const reserveView = ({ totals, pool, promised }: Reserve): Product['reserve'] => ({
  funded: totals.funded,
  drawn: totals.drawn,
  penalties: totals.penalties,
  paid: totals.paid,
  promised: formatAmount(promised),
  free: formatAmount(pool),
});

function productView(
  { terms, ...reserve }: Reserve & { readonly terms: PlanTerms },
  reader: { readonly language: Language; readonly mine: ReadonlyMap<number, number> },
): Product {
  const { totals, pool } = reserve;
  const left = subtract(amountOf(terms.capacity), amountOf(totals.principal));
  const min = amountOf(terms.min);
  // Terms of now may allow less than was sold under those of before.
  const room = subtract(left, lesser(left, ZERO));
  const covered = coveredBy(pool, terms);
  const available = lesser(amountOf(terms.max), lesser(room, covered));
  const sale = !terms.onSale ? 'off' : room < min ? 'full' : covered < min ? 'unfunded' : 'open';
  return {
    id: totals.product,
    name: terms.names[reader.language] ?? terms.code,
    kind: terms.kind,
    asset: terms.asset,
    version: terms.version,
    cycleDays: terms.days,
    dailyYield: terms.dailyRate,
    totalYield: formatRate((rateOf(terms.dailyRate) * BigInt(terms.days)) as Rate),
    min: terms.min,
    max: terms.max,
    exitPenaltyRate: terms.penaltyRate,
    capacity: terms.capacity,
    taken: totals.principal,
    plans: totals.plans,
    sold: totals.sold,
    onePerUser: terms.onePerUser,
    mine: reader.mine.get(totals.product) ?? 0,
    sale,
    available: formatAmount(sale === 'open' ? available : ZERO),
    reserve: reserveView(reserve),
  };
}

type PlanProducts = Awaited<ReturnType<typeof readProducts>>;
/** However many ask, the products are read once in this time. */
const SHOWN_MS = 2_000;

/** The products as everybody sees them, and with what is the caller's own. */
export function productsReader(pool: Pool, now: () => number) {
  let shown: { readonly at: number; readonly known: Promise<PlanProducts> } | undefined;
  const recent = (): Promise<PlanProducts> => {
    const at = now();
    if (shown === undefined || SHOWN_MS <= at - shown.at || at < shown.at) {
      const known = readProducts(pool);
      shown = { at, known };
      known.catch(() => {
        shown = undefined;
      });
    }
    return shown.known;
  };
  return async (reader: { readonly userId: number | undefined; readonly language: Language }): Promise<Products> => {
    const [known, own] = await Promise.all([
      recent(),
      reader.userId === undefined ? undefined : ownOf(pool, reader.userId),
    ]);
    const mine = own?.mine ?? new Map<number, number>();
    return {
      at: isoTime(now()),
      smartTrading: own?.smartTrading ?? null,
      items: known.map((product) => productView(product, { language: reader.language, mine })),
    };
  };
}

async function ownOf(pool: Pool, userId: number) {
  const [running, switched] = await Promise.all([
    pool.query<{ product: number; count: number }>(
      'select product, count(*)::int as count from plan_orders where user_id = $1 and settled_by is null group by product',
      [userId],
    ),
    pool.query<{ enabled: boolean }>('select enabled from plan_switches where user_id = $1', [userId]),
  ]);
  return {
    mine: new Map(running.rows.map(({ product, count }) => [product, count])),
    smartTrading: switched.rows[0]?.enabled ?? false,
  };
}

interface FundingRow {
  readonly seq: number;
  readonly hash: Buffer;
  readonly kind: 'funded' | 'drawn' | 'played';
  readonly asset: string;
  readonly amount: string;
  readonly pool: string;
  readonly operators: readonly number[] | null;
  readonly at: number;
}

/** Money that came into a product's reserve or left it, newest first. */
export async function fundingOf(
  pool: Pool,
  product: number,
  page: PageRequest,
): Promise<ResultOf<'listPlanFunding'> | undefined> {
  const { rows } = await pool.query<FundingRow>(
    `select f.seq, l.hash, f.kind, f.asset, trim_scale(f.amount)::text as amount, trim_scale(f.pool)::text as pool, f.at,
            (select jsonb_agg(distinct a.operator) from operator_actions a where a.seq = f.seq) as operators
       from plan_funding f join command_log l on l.seq = f.seq
      where f.product = $1 and f.seq < $2 order by f.seq desc limit $3`,
    [product, page.after?.[0] ?? Number.MAX_SAFE_INTEGER, page.limit + 1],
  );
  if (rows.length === 0 && page.after === undefined) {
    const known = await pool.query('select from plan_terms where code = $1 limit 1', [planCode(product)]);
    if (known.rowCount === 0) return undefined;
  }
  return pageOf(
    rows,
    page.limit,
    ({ seq, hash, kind, asset, amount, pool: left, operators, at }) => ({
      seq,
      kind,
      asset,
      amount,
      pool: left,
      hash: hash.toString('hex'),
      operators: [...(operators ?? [])].slice(0, 2),
      at: isoTime(at),
    }),
    ({ seq }) => [seq],
  );
}

/** What a person's running plans will pay, as each day ends. */
export async function paymentsOf(pool: Pool, userId: number): Promise<Payment[]> {
  const { rows } = await pool.query<Plan>(
    `select ${COLUMNS} from plan_orders where user_id = $1 and settled_by is null order by id limit ${RUNNING_MAX}`,
    [userId],
  );
  const days = new Map<string, { at: number; asset: string; yield: Amount; principal: Amount; plans: number[] }>();
  for (const plan of rows) {
    for (let day = plan.paid_days; day < Math.max(plan.days, plan.paid_days + 1); day += 1) {
      // One whose days are all paid only waits for its principal.
      const isPaid = plan.days <= day;
      const at = paidAt(plan.first_day + Math.min(day, plan.days - 1));
      const key = `${at}/${plan.asset}`;
      const found = days.get(key) ?? { at, asset: plan.asset, yield: ZERO, principal: ZERO, plans: [] };
      found.yield = isPaid ? found.yield : add(found.yield, amountOf(plan.daily));
      if (plan.days - 1 <= day) found.principal = add(found.principal, amountOf(plan.principal));
      found.plans.push(plan.id);
      days.set(key, found);
    }
  }
  return [...days.values()]
    .sort((left, right) => left.at - right.at || (left.asset < right.asset ? -1 : 1))
    .slice(0, PAYMENTS_MAX)
    .map((day) => ({
      at: isoTime(day.at),
      asset: day.asset,
      yield: formatAmount(day.yield),
      principal: formatAmount(day.principal),
      plans: day.plans.slice(0, 100),
    }));
}

const PAYMENTS_MAX = 5_000;
