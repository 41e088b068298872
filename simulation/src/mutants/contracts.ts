import type { CommandInput, Tick } from '@glasshouse/server/kernel/types';
import type { Mutant } from './mutant.ts';
import { withHandler, withModule, withPostings, withRows } from './with-module.ts';

export const liquidatesByTheAsk: Mutant = {
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

export const losesRemainder: Mutant = {
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

export const firesTwice: Mutant = {
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

export const losesAStop: Mutant = {
  focus: 'contracts',
  name: 'every fourth contract loses its stop-loss',
  modules: withRows('contracts', ({ table, row }) => {
    const isLost = table === 'contract_orders' && Number(row.id) % 4 === 0;
    return { table, row: isLost ? { ...row, stop_points: null } : row };
  }),
};

export const financesTwice: Mutant = {
  focus: 'contracts',
  name: 'an overnight fee is charged twice',
  modules: withPostings('contracts.finance', (posting) => [posting, posting]),
};

export const sparesInsurance: Mutant = {
  focus: 'contracts',
  name: 'the insurance fund does not pay the loss beyond the margin',
  modules: withPostings('contracts.liquidate', (posting) =>
    posting.reason === 'contracts.insurance' ? [] : [posting],
  ),
};

export const keepsHoldOfLimit: Mutant = {
  focus: 'contracts',
  name: 'a limit order that opens does not release the excess of its hold',
  modules: withPostings('contracts.open', (posting) => (posting.reason === 'contracts.release' ? [] : [posting])),
};
