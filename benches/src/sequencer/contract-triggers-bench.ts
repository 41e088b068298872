import { amountOf } from '@glasshouse/rules/money';
import { houseAccount, userAccount } from '@glasshouse/server/kernel/core/accounts';
import { applyCommand, handlerTable } from '@glasshouse/server/kernel/core/apply';
import { createState, putAccount, sliceOf } from '@glasshouse/server/kernel/core/state';
import type { AccountKey, CoreState, Tick } from '@glasshouse/server/kernel/core/types';
import { contractsModule } from '@glasshouse/server/products/contracts/handlers';
import { type ContractOrder, ORDERS_TABLE, TERMS_TABLE } from '@glasshouse/server/products/contracts/rows';
import type { ContractsSlice } from '@glasshouse/server/products/contracts/slice';
import type { ContractTerms } from '@glasshouse/server/products/contracts/terms';
import { MODULES } from '@glasshouse/server/runtime/modules';
import type { Bench, BenchOptions } from '../harness/bench.ts';
import { type Figure, median, type Report, readable, targetAtMost } from '../harness/report.ts';

const OPEN = 100_000;
const USERS = 10_000;
const FIRING = 100;
const TICKS = 200_000;
const SCANS = 40;
/** Firing ticks per round; the first round is warm-up. */
const FIRINGS = 20;
const CODE = 'BTCUSDT';
const START = 1_800_000_000_000;
const PRICE = 2_000_000;
/** Stops are one point apart below it, so that a tick n points lower fires n of them. */
const FIRST_STOP = PRICE - 1_000;

export const contractTriggers: Bench = {
  name: 'contract-triggers',
  about:
    'a tick over 10⁵ open contracts on one instrument, 100 of them firing, compared with a linear scan and a sorted array',
  run,
};

async function run({ rounds, isSmoke, print }: BenchOptions): Promise<Report> {
  const open = isSmoke ? OPEN / 5 : OPEN;
  const state = stateWithOpen(open);
  const handlers = handlerTable(state);
  const slice = sliceOf<ContractsSlice>(state, contractsModule);
  const sorted = Float64Array.from({ length: open }, (_, index) => FIRST_STOP - index);
  print(`${open} open contracts of ${USERS} users on one instrument`);

  const quiet: number[] = [];
  const finding: number[] = [];
  const whole: number[] = [];
  const scan: number[] = [];
  const bare: number[] = [];
  let fired = 0;
  let seq = 1;
  const tickAt = (bid: number): Tick => {
    seq += 1;
    return { code: CODE, seq, bid, ask: bid + 2, mid: bid + 1, at: START };
  };
  for (let round = 0; round <= rounds; round += 1) {
    const bid = FIRST_STOP - fired + 1;
    const quietUs = usOf(TICKS, () => contractsModule.onTick?.(state, tickAt(bid), NO_MARKET));
    const bareUs = usOf(TICKS, () => ((sorted[fired] ?? 0) < bid ? 1 : 0));
    const scanUs = usOf(SCANS, () => {
      let reached = 0;
      for (const order of slice.orders.values()) if (bid <= (order.stop_points ?? 0)) reached += 1;
      return reached;
    });
    let findUs = 0;
    let wholeUs = 0;
    for (let count = 0; count < FIRINGS; count += 1) {
      fired += FIRING;
      const tick = tickAt(FIRST_STOP - fired + 1);
      const startedAt = performance.now();
      const commands = contractsModule.onTick?.(state, tick, NO_MARKET) ?? [];
      findUs += (performance.now() - startedAt) * 1000;
      let closed = 0;
      for (const input of commands) {
        const appliedCommand = applyCommand(state, handlers, {
          ...input,
          seq: state.sequence + 1,
          facts: null,
          at: START,
        });
        closed += (appliedCommand.answer.result as { orders: number }).orders;
      }
      wholeUs += (performance.now() - startedAt) * 1000;
      if (closed !== FIRING) throw new Error(`${closed} contracts fired instead of ${FIRING}`);
    }
    if (round === 0) continue;
    quiet.push(quietUs);
    bare.push(bareUs);
    scan.push(scanUs);
    finding.push(findUs / FIRINGS);
    whole.push(wholeUs / FIRINGS);
    print(
      `round ${round}: ${readable(quietUs)} µs per quiet tick, ${readable(findUs / FIRINGS)} µs to find ${FIRING}, ${readable(wholeUs / FIRINGS)} µs to close them too`,
    );
  }
  const figure = (label: string, unit: string, values: readonly number[]): Figure => ({ label, unit, values });
  return {
    title: 'A tick over 100,000 open contracts on one instrument',
    setting: `${open.toLocaleString('en-US')} open contracts of ${USERS.toLocaleString('en-US')} users, each with stop-loss, take-profit and liquidation price. Ticks that fire nothing, and ticks that trigger ${FIRING} stops; compared with a scan over all orders and with reading the head of one sorted array. ${rounds} rounds of ${FIRINGS} firing ticks.`,
    figures: [
      figure('Glasshouse: a tick that fires nothing', 'µs', quiet),
      figure(`Glasshouse: finding the ${FIRING} a tick fires`, 'µs', finding),
      figure(`Glasshouse: finding and closing them, with every posting and row`, 'µs', whole),
      figure('limit: head of a sorted array', 'µs', bare),
      figure('linear scan', 'µs', scan),
    ],
    targets: [
      targetAtMost(`a tick that fires ${FIRING}, with every posting and row`, median(whole), 1_000, ' µs'),
      targetAtMost('a tick that fires nothing', median(quiet), 20, ' µs'),
    ],
  };
}

const NO_MARKET = {
  lastTick: () => undefined,
  sessionEndsAt: () => Number.POSITIVE_INFINITY,
  heldBy: () => undefined,
  lastGapEndedAt: () => 0,
};

/** Mean time of one call, µs. */
function usOf(calls: number, call: (index: number) => unknown): number {
  const startedAt = performance.now();
  for (let index = 0; index < calls; index += 1) call(index);
  return ((performance.now() - startedAt) * 1000) / calls;
}

/** A core state with this many open contracts and their margin. */
function stateWithOpen(open: number): CoreState {
  const state = createState(MODULES);
  const slice = sliceOf<ContractsSlice>(state, contractsModule);
  const terms = {
    code: CODE,
    version: 1,
    precision: 2,
    tiers: [{ floor: '0', maintenanceRate: '0.005', deduction: '0', maxLeverage: 100 }],
  } as unknown as ContractTerms;
  contractsModule.reduce(slice, { table: TERMS_TABLE.table, row: { code: CODE, version: 1, terms } });
  let id = 0;
  const fund = (key: AccountKey, owner: number, amount: string): void => {
    id += 1;
    putAccount(state, { id, key, owner, balance: amountOf(amount) });
  };
  fund(houseAccount('demo', 'USDT', 'pool.contracts'), 0, '10000000');
  for (let user = 1; user <= USERS; user += 1) {
    fund(userAccount(user, 'demo', 'USDT', 'available'), user, '100000');
    fund(userAccount(user, 'demo', 'USDT', 'margin'), user, String(4 * Math.ceil(open / USERS)));
  }
  state.nextAccountId = id + 1;
  for (let order = 1; order <= open; order += 1) {
    contractsModule.reduce(slice, { table: ORDERS_TABLE.table, row: openOrder(order) });
  }
  return state;
}

function openOrder(id: number): ContractOrder {
  return {
    id,
    user_id: 1 + (id % USERS),
    book: 'demo',
    code: CODE,
    asset: 'USDT',
    side: 'buy',
    type: 'market',
    leverage: 50,
    lots: '1',
    open_lots: '1',
    lot_size: '0.01',
    precision: 2,
    terms_version: 1,
    network: null,
    fee_rate: '0.0005',
    financing_rate: '0.0003',
    quote_rate: '1',
    state: 'open',
    limit_points: null,
    stop_points: FIRST_STOP - (id - 1),
    target_points: PRICE + id,
    stops_from: null,
    stops_before: null,
    entry_points: null,
    triggered_by: null,
    oco_group: null,
    targets: null,
    trail: null,
    trail_from: null,
    peak: null,
    seen_seq: null,
    reverses: null,
    reversed_by: null,
    counted: null,
    reference_points: null,
    closing_lots: null,
    closing_at: null,
    notional: '200',
    held: '0',
    initial_margin: '4',
    margin: '4',
    maintenance: '1',
    liquidation_points: 1,
    open_fee: '0.1',
    close_fee: '0',
    financing: '0',
    realised: '0',
    close_value: '0',
    pnl_carry: '0',
    fee_carry: '0',
    financed_night: Math.floor(START / 86_400_000),
    placed_at: START,
    open_points: PRICE,
    open_seq: 1,
    open_bid: PRICE - 2,
    open_ask: PRICE,
    open_mid: PRICE - 1,
    open_tick_at: START,
    opened_by: id,
    opened_at: START,
    closed_by: null,
    settled_by: null,
    settled_at: null,
    profit_max: '200',
    profit_points: null,
    converts_by: null,
    before_close: null,
    raised_points: null,
  };
}
