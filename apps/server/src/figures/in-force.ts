import { sameJson } from '../kernel/core/canonical-json.ts';
import { adoptedOf, RULES_VERSION } from '../kernel/core/rules.ts';
import type { CommandInput, CoreState } from '../kernel/core/types.ts';
import { type FigureName, type Figures, SHIPPED } from './figures.ts';
import { UNLOGGED } from './unlogged.ts';

/** The figure that the log names, or what was done while it named none. */
export const figureOf = <Name extends FigureName>(state: CoreState, name: Name): Figures[Name] =>
  (adoptedOf(state)?.figures[name] ?? UNLOGGED[name]) as Figures[Name];

/** The command that puts this release's rules and figures in force, where they are not yet. */
export function adoption(state: CoreState, figures: Figures = SHIPPED): CommandInput[] {
  const current = adoptedOf(state);
  if (current?.version === RULES_VERSION && sameJson(current.figures, figures)) return [];
  const body = { version: RULES_VERSION, figures };
  return [{ id: `rules.adopt:${(current?.edition ?? 0) + 1}`, userId: 0, book: 'demo', type: 'rules.adopt', body }];
}
