import { Type } from 'typebox';
import { CHART_COUNTS, INTERVALS, PANE_BOUNDS, TICK_INTERVALS } from '../constants.ts';
import { instrumentCode, list, nullable, strict } from './common.ts';

const size = (pane: keyof typeof PANE_BOUNDS) =>
  Type.Integer({ minimum: PANE_BOUNDS[pane].min, maximum: PANE_BOUNDS[pane].max, description: 'Pixels.' });
const shown = () => nullable(Type.Boolean({ description: 'Null: where the window has room for it.' }));

/** How somebody arranged the trading workspace. */
export const workspaceLayout = () =>
  strict({
    markets: strict({ open: shown(), size: size('markets') }),
    book: strict({ open: shown(), size: size('book') }),
    ticket: strict({ size: size('ticket') }),
    orders: strict({ open: Type.Boolean(), size: size('orders') }),
    charts: strict({
      count: Type.Enum([...CHART_COUNTS], { description: 'Charts at once.' }),
      others: list(
        strict({
          code: nullable(instrumentCode('Market of this chart; null for that of the page.')),
          interval: Type.Enum([...TICK_INTERVALS, ...INTERVALS], { description: 'Length of its bars.' }),
        }),
        Math.max(...CHART_COUNTS) - 1,
      ),
    }),
  });
