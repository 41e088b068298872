import type { Command, CoreModule, CoreState, Outcome, Posting, RowChange } from '@glasshouse/server/kernel/core/types';

export type Handler = (state: CoreState, command: Command) => Outcome;
type Change = (modules: readonly CoreModule[]) => readonly CoreModule[];

/** Wraps one command handler. */
export const withHandler =
  (type: string, make: (original: Handler) => Handler): Change =>
  (modules) =>
    modules.map((module) => {
      const original = module.handlers[type];
      return original === undefined ? module : { ...module, handlers: { ...module.handlers, [type]: make(original) } };
    });

/** Wraps one module. */
export const withModule =
  (name: string, make: (original: CoreModule) => CoreModule): Change =>
  (modules) =>
    modules.map((module) => (module.name === name ? make(module) : module));

/** Wraps a handler and changes its postings. */
export const withPostings = (
  type: string,
  change: (posting: Posting, state: CoreState) => readonly Posting[],
): Change =>
  withHandler(type, (original) => (state, command) => {
    const outcome = original(state, command);
    if (!outcome.ok) return outcome;
    return { ...outcome, postings: outcome.postings.flatMap((posting) => change(posting, state)) };
  });

/** Lets a module's reducer see other rows than are stored; null drops a row. */
export const withRows = (name: string, change: (row: RowChange, slice: unknown) => RowChange | null): Change =>
  withModule(name, (original) => ({
    ...original,
    reduce: (slice, row) => {
      const seen = change(row, slice);
      if (seen !== null) original.reduce(slice, seen);
    },
  }));
