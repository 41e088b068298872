import type { CommandInput, CoreModule, Row, Tick } from '@glasshouse/server/kernel/core/types';
import { type ContractsSlice, contractsOf } from '@glasshouse/server/products/contracts/slice';
import type { Mutant } from './mutant.ts';
import { withHandler, withModule, withPostings, withRows } from './with-module.ts';

const liquidatesByTheAsk: Mutant = {
  focus: 'contracts',
  name: 'a liquidation is decided by the ask instead of the mid',
  modules: withModule('contracts', (original) => ({
    ...original,
    onTick: (state, tick, market) => {
      const commands = original.onTick?.(state, { ...tick, mid: tick.ask }, market) ?? [];
      return commands.map((command) => withTick(command, tick));
    },
  })),
};

const withTick = (command: CommandInput, { code, seq, bid, ask, mid, at }: Tick): CommandInput => ({
  ...command,
  body: { ...(command.body as object), tick: { code, seq, bid, ask, mid, at } },
});

const keepsPriceOverNight: Mutant = {
  focus: 'contracts',
  name: 'an overnight fee does not move the liquidation price',
  modules: withModule('contracts', (original) => ({
    ...original,
    reduce: (slice, change) => {
      const { id, financing } = change.row as { id: number; financing: string };
      const before = change.table === 'contract_orders' ? (slice as ContractsSlice).orders.get(id) : undefined;
      const isCharged = before !== undefined && before.financing !== financing;
      const row = isCharged ? { ...change.row, liquidation_points: before.liquidation_points } : change.row;
      original.reduce(slice, { ...change, row } as typeof change);
    },
  })),
};

const losesRemainder: Mutant = {
  focus: 'contracts',
  name: 'a partial close drops its rounding remainder',
  modules: withHandler('contracts.close', (original) => (state, command) => {
    const outcome = original(state, command);
    if (!outcome.ok) return outcome;
    const rows = outcome.rows.map(({ table, row }) =>
      table === 'contract_orders' && row.state === 'open'
        ? { table, row: { ...row, pnl_carry: '0', fee_carry: '0' } }
        : { table, row },
    );
    return { ...outcome, rows };
  }),
};

const firesTwice: Mutant = {
  focus: 'contracts',
  name: 'a stop fires twice and pays twice',
  modules: (modules) => {
    const open = withRows('contracts', (change) => (change.row.closed_by === 'stopLoss' ? null : change))(modules);
    return withModule('contracts', (original) => ({
      ...original,
      onTick: (state, tick, market) =>
        (original.onTick?.(state, tick, market) ?? []).flatMap((command) =>
          (command.body as { by?: string }).by === 'stopLoss'
            ? [command, { ...command, id: `${command.id}:again` }]
            : [command],
        ),
    }))(open);
  },
};

const losesAStop: Mutant = {
  focus: 'contracts',
  name: 'every fourth contract loses its stop-loss',
  modules: withRows('contracts', ({ table, row }) => {
    const isLost = table === 'contract_orders' && Number(row.id) % 4 === 0;
    return { table, row: isLost ? { ...row, stop_points: null } : row };
  }),
};

const financesTwice: Mutant = {
  focus: 'contracts',
  name: 'an overnight fee is charged twice',
  modules: withPostings('contracts.finance', (posting) => [posting, posting]),
};

const sparesInsurance: Mutant = {
  focus: 'contracts',
  name: 'the insurance fund does not pay the loss beyond the margin',
  modules: withPostings('contracts.liquidate', (posting) =>
    posting.reason === 'contracts.insurance' ? [] : [posting],
  ),
};

const promisesTooMuch: Mutant = {
  focus: 'contracts',
  name: 'contracts are taken whose profit the house could not pay',
  modules: withHandler('contracts.buy', (original) => (state, command) => {
    const { promised, exposure } = contractsOf(state);
    const former = new Map(promised);
    const others = new Map(exposure);
    promised.clear();
    exposure.clear();
    const outcome = original(state, command);
    for (const [key, amount] of former) promised.set(key, amount);
    for (const [key, amount] of others) exposure.set(key, amount);
    return outcome;
  }),
};

/** What a payout beyond the pool used to be made of. */
const paysFromNothing: Mutant = {
  focus: 'contracts',
  name: 'a profit is paid from outside instead of the pool',
  modules: (modules) =>
    ['contracts.close', 'contracts.fire'].reduce<readonly CoreModule[]>(
      (changed, type) =>
        withPostings(type, (posting) =>
          posting.reason === 'contracts.profit'
            ? [{ ...posting, from: posting.from.replace('/pool.contracts', '/external') as typeof posting.from }]
            : [posting],
        )(changed),
      modules,
    ),
};

const forgetsMaximum: Mutant = {
  focus: 'contracts',
  name: 'a gap pays more than the maximum profit that was agreed',
  modules: withRows('contracts', ({ table, row }) => ({
    table,
    row: table === 'contract_orders' && row.state === 'open' ? { ...row, profit_max: '99999999' } : row,
  })),
};

const keepsHoldOfLimit: Mutant = {
  focus: 'contracts',
  name: 'a limit order that opens does not release the excess of its hold',
  modules: withPostings('contracts.open', (posting) => (posting.reason === 'contracts.release' ? [] : [posting])),
};

const closesAtHeldPrice: Mutant = {
  focus: 'contracts',
  name: 'a contract is closed although its price is held',
  // A close that meets a held price while its position is open is rare.
  commands: 3_000,
  modules: withHandler('contracts.close', (original) => (state, command) => {
    const facts = command.facts as { readonly held?: string } | null;
    if (facts?.held === undefined) return original(state, command);
    const { held, ...undisputed } = facts;
    return original(state, { ...command, facts: undisputed });
  }),
};

const opensAtHeldRate: Mutant = {
  focus: 'contracts',
  name: 'a contract is taken although the rate of its quote asset is held',
  modules: withHandler('contracts.buy', (original) => (state, command) => {
    const facts = command.facts as { readonly conversionHeld?: string };
    if (facts.conversionHeld === undefined) return original(state, command);
    const { conversionHeld, ...undisputed } = facts;
    return original(state, { ...command, facts: undisputed });
  }),
};

const sparesTheOtherSide: Mutant = {
  focus: 'contracts',
  name: 'the insurance fund pays although the owner has another position on the instrument',
  modules: withModule('contracts', (original) => ({
    ...original,
    reduce: (slice, change) => {
      if (change.table !== 'contract_terms') return original.reduce(slice, change);
      const { personMax, ...terms } = change.row.terms as { readonly personMax?: string };
      original.reduce(slice, { ...change, row: { ...change.row, terms } as typeof change.row });
    },
  })),
};

const waitsForFree: Mutant = {
  focus: 'contracts',
  name: 'orders that wait count nothing against the house',
  modules: withHandler('contracts.buy', (original) => (state, command) => {
    const outcome = original(state, command);
    if (!outcome.ok) return outcome;
    const rows = outcome.rows.map((change) =>
      change.table !== 'contract_orders' || change.row.counted === null
        ? change
        : { ...change, row: { ...change.row, counted: '0' } },
    );
    return { ...outcome, rows };
  }),
};

const fillsAtCurrentTick: Mutant = {
  focus: 'contracts',
  name: 'market orders and closes fill at the tick that was known when they were placed',
  modules: withModule('contracts', (original) => ({
    ...original,
    reduce: (slice, change) => {
      if (change.table !== 'contract_terms') return original.reduce(slice, change);
      const { slippageRate, ...terms } = change.row.terms as { readonly slippageRate?: string };
      original.reduce(slice, { ...change, row: { ...change.row, terms } as typeof change.row });
    },
  })),
};

/** Wraps what the core keeps in memory of orders; what is stored stays right. */
const withOrders = (change: (order: Row) => Partial<Row>) =>
  withModule('contracts', (original) => ({
    ...original,
    reduce: (slice, rowChange) => {
      const isOrder = rowChange.table === 'contract_orders' && rowChange.row.settled_by === null;
      original.reduce(
        slice,
        isOrder
          ? { ...rowChange, row: { ...rowChange.row, ...change(rowChange.row as Row) } as typeof rowChange.row }
          : rowChange,
      );
    },
  }));

const opensBeforeItsStop: Mutant = {
  focus: 'contracts',
  name: 'a stop order opens one point before its stop price',
  modules: withOrders(({ entry_points: stop, side }) =>
    typeof stop === 'number' && 1 < stop ? { entry_points: side === 'buy' ? stop - 1 : stop + 1 } : {},
  ),
};

const forgetsTheLimit: Mutant = {
  focus: 'contracts',
  name: 'a stop-limit order fills beyond its limit once its stop is reached',
  modules: withOrders(({ type }) => (type === 'stopLimit' ? { type: 'stop', limit_points: null } : {})),
};

const keepsBothOrders: Mutant = {
  focus: 'contracts',
  name: 'of two orders that exclude each other, both open',
  modules: withOrders(() => ({ oco_group: null })),
};

const closesAllAtFirstTarget: Mutant = {
  focus: 'contracts',
  name: 'the first step of a ladder closes the whole position',
  modules: withOrders(({ targets }) =>
    Array.isArray(targets) && 0 < targets.length
      ? { targets: null, target_points: (targets[0] as { points: number }).points }
      : {},
  ),
};

const trailsLate: Mutant = {
  focus: 'contracts',
  commands: 2_000,
  name: 'a trailing stop of a contract sees every second tick two points lower',
  modules: withModule('contracts', (original) => ({
    ...original,
    initial: () => {
      const slice = original.initial() as ContractsSlice;
      const follow = slice.trails.follow.bind(slice.trails);
      slice.trails.follow = (tick) =>
        follow(tick.seq % 2 === 0 ? { ...tick, bid: tick.bid - 2, ask: tick.ask - 2 } : tick);
      return slice;
    },
  })),
};

const forgetsActivation: Mutant = {
  focus: 'contracts',
  commands: 2_000,
  name: 'a trailing stop of a contract follows before its activation',
  modules: withOrders(({ trail, trail_from: from, peak }) =>
    trail !== null && from !== null && peak === null ? { peak: from as Row['peak'] } : {},
  ),
};

const opensWithoutClosing: Mutant = {
  focus: 'contracts',
  commands: 2_000,
  name: 'a reversal opens the new position and leaves the old one open',
  modules: withHandler('contracts.reverse', (original) => (state, command) => {
    const outcome = original(state, command);
    if (!outcome.ok) return outcome;
    return { ...outcome, rows: outcome.rows.filter(({ row }) => row.id !== (command.body as { id: number }).id) };
  }),
};

const reversesOnCredit: Mutant = {
  focus: 'contracts',
  commands: 2_000,
  name: 'a reversal holds nothing for the position that it opens',
  modules: withPostings('contracts.reverse', () => []),
};

const convertsAtOpening: Mutant = {
  focus: 'contracts',
  commands: 3_000,
  name: 'P&L in another currency is converted at the rate of the opening',
  modules: withRows('contracts', ({ table, row }) => ({
    table,
    row: table === 'contract_orders' ? { ...row, converts_by: null } : row,
  })),
};

/** Drops what a tick fires on instruments other than its own: those that its price converts. */
const withoutRateTicks = (isDropped: (by: string) => boolean) =>
  withModule('contracts', (original) => ({
    ...original,
    onTick: (state, tick, market) =>
      (original.onTick?.(state, tick, market) ?? []).filter(({ body }) => {
        const { tick: fired, by } = body as { readonly tick?: Tick; readonly by?: string };
        return fired === undefined || fired.code === tick.code || !isDropped(by ?? '');
      }),
  }));

const ignoresRateTicks: Mutant = {
  focus: 'contracts',
  commands: 3_000,
  name: 'a tick of what converts a position changes nothing about it',
  modules: withoutRateTicks(() => true),
};

const judgesByOwnTicks: Mutant = {
  focus: 'contracts',
  commands: 3_000,
  name: 'profit and margin of a position do not follow the ticks of what converts it',
  modules: withoutRateTicks((by) => by === 'liquidation' || by === 'takeProfit'),
};

const raisesNothing: Mutant = {
  focus: 'contracts',
  name: 'the maintenance requirement of open positions is not raised before a close',
  modules: withRows('contracts', ({ table, row }) => ({
    table,
    row: table === 'contract_orders' ? { ...row, before_close: null } : row,
  })),
};

const raisesByTheOpening: Mutant = {
  focus: 'contracts',
  commands: 3_000,
  name: 'what is needed before a close is a share of the notional at the opening',
  modules: withRows('contracts', ({ table, row }) => {
    const more = row.before_close as { readonly minutes: number; readonly rate: string } | null | undefined;
    if (table !== 'contract_orders' || more == null) return { table, row };
    return { table, row: { ...row, before_close: { minutes: more.minutes, rate: more.rate } } };
  }),
};

export const contractMutants: readonly Mutant[] = [
  liquidatesByTheAsk,
  keepsPriceOverNight,
  losesRemainder,
  firesTwice,
  losesAStop,
  financesTwice,
  sparesInsurance,
  promisesTooMuch,
  paysFromNothing,
  forgetsMaximum,
  keepsHoldOfLimit,
  closesAtHeldPrice,
  opensAtHeldRate,
  sparesTheOtherSide,
  waitsForFree,
  fillsAtCurrentTick,
  opensBeforeItsStop,
  forgetsTheLimit,
  keepsBothOrders,
  closesAllAtFirstTarget,
  trailsLate,
  forgetsActivation,
  opensWithoutClosing,
  reversesOnCredit,
  convertsAtOpening,
  ignoresRateTicks,
  judgesByOwnTicks,
  raisesNothing,
  raisesByTheOpening,
];
