import type { Command, CoreModule, CoreState, Outcome, Posting, RowChange } from '@glasshouse/server/kernel/types';

export type Handler = (state: CoreState, command: Command) => Outcome;
type Change = (modules: readonly CoreModule[]) => readonly CoreModule[];

/** The modules with one handler replaced by another that is made from it. */
export const withHandler =
  (type: string, make: (right: Handler) => Handler): Change =>
  (modules) =>
    modules.map((module) => {
      const right = module.handlers[type];
      return right === undefined ? module : { ...module, handlers: { ...module.handlers, [type]: make(right) } };
    });

/** The modules with one of them replaced by another that is made from it. */
export const withModule =
  (name: string, make: (right: CoreModule) => CoreModule): Change =>
  (modules) =>
    modules.map((module) => (module.name === name ? make(module) : module));

/** A handler whose postings are changed. */
export const withPostings = (
  type: string,
  change: (posting: Posting, state: CoreState) => readonly Posting[],
): Change =>
  withHandler(type, (right) => (state, command) => {
    const outcome = right(state, command);
    if (!outcome.ok) return outcome;
    return { ...outcome, postings: outcome.postings.flatMap((posting) => change(posting, state)) };
  });

/** A module that sees other rows than are stored: null leaves one out. */
export const withRows = (name: string, change: (row: RowChange, slice: unknown) => RowChange | null): Change =>
  withModule(name, (right) => ({
    ...right,
    reduce: (slice, row) => {
      const seen = change(row, slice);
      if (seen !== null) right.reduce(slice, seen);
    },
  }));
