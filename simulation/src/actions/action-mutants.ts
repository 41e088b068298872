import type { Command, CoreModule, Effects, Posting, RowChange } from '@glasshouse/server/kernel/core/types';
import { withModule } from '../mutants/with-module.ts';

type Change = (modules: readonly CoreModule[]) => readonly CoreModule[];

/** Bugs in what contracts do at a corporate action. */
export interface ActionMutant {
  readonly name: string;
  readonly modules: Change;
}

/** Changes what contracts do at actions of one kind. */
const atActions = (
  kind: string,
  change: (effects: Effects) => Effects,
  ask: (body: Record<string, unknown>) => Record<string, unknown> = (body) => body,
): Change =>
  withModule('contracts', (original) => ({
    ...original,
    follows: (state, command, effects) => {
      const body = command.body as Record<string, unknown> | null;
      if (body?.kind !== kind) return original.follows?.(state, command, effects);
      const made = original.follows?.(state, { ...command, body: ask(body) } as Command, effects);
      return made === undefined ? undefined : change(made);
    },
  }));

const inRows =
  (change: (row: RowChange['row']) => RowChange['row']) =>
  (effects: Effects): Effects => ({
    ...effects,
    rows: effects.rows.map((rowChange) =>
      rowChange.table === 'contract_orders' ? { ...rowChange, row: change(rowChange.row) } : rowChange,
    ),
  });

const inPostings =
  (change: (posting: Posting) => readonly Posting[]) =>
  (effects: Effects): Effects => ({ ...effects, postings: effects.postings.flatMap(change) });

const times = (points: unknown, factor: number): number | null =>
  typeof points === 'number' ? Math.round(points * factor) : null;

export const ACTION_MUTANTS: readonly ActionMutant[] = [
  {
    name: 'stops are not adjusted by a split',
    modules: atActions(
      'split',
      inRows((row) => ({ ...row, stop_points: times(row.stop_points, 10) })),
    ),
  },
  {
    name: 'a split leaves the lots as they were',
    modules: atActions(
      'split',
      inRows((row) => ({ ...row, open_lots: row.state === 'open' ? '1' : (row.open_lots ?? null) })),
    ),
  },
  {
    name: 'the house keeps what a split rounds',
    modules: atActions(
      'split',
      inPostings((posting) => (posting.reason === 'contracts.splitRounding' ? [] : [posting])),
    ),
  },
  {
    name: 'a dividend beyond the margin of a seller is forgiven',
    modules: atActions(
      'dividend',
      (effects) => effects,
      ({ closesUnpaid, ...body }) => body,
    ),
  },
  {
    name: 'sellers receive the dividend that buyers do',
    modules: atActions(
      'dividend',
      inPostings((posting) =>
        posting.reason === 'contracts.dividendCharge'
          ? [{ ...posting, from: posting.to, to: posting.from }]
          : [posting],
      ),
    ),
  },
  {
    name: 'a month ends at the first price of the next one',
    modules: atActions(
      'roll',
      (effects) => effects,
      (body) => ({ ...body, last: body.first ?? body.last }),
    ),
  },
  {
    name: 'a split is carried out whatever the first price says',
    modules: withModule('corporate-actions', (original) => ({
      ...original,
      onTick: (state, tick, market) => {
        const last = market.lastTick(tick.code);
        // As if it had fallen by any ratio.
        const wrongTick = last === undefined ? tick : { ...tick, mid: Math.max(1, Math.round(last.mid / 10)) };
        return original.onTick?.(state, wrongTick, market) ?? [];
      },
    })),
  },
];
