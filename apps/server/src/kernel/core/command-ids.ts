/** How long an id answers a repeat with its first answer: what `docs/protocol.md` promises. */
export const ID_WINDOW_MS = 7 * 24 * 60 * 60_000;

const OF_A_CALLER = /^\d+:/;
const FIRED = /^[A-Za-z.]+:\d+(?::\d+)?$/;

/**
 * Whether an id is kept for ever. Those that callers chose, `<user>:<key>`, are not, nor those of
 * what ticks and time fired, `<type>:<number>`, which nobody repeats. The server relies on the
 * others: that a person was opened, a pool funded, a coin of a chain credited, terms put in force.
 * The migration that made the table says the same in SQL.
 */
export const isLastingId = (id: string, userId: number): boolean =>
  !(OF_A_CALLER.test(id) || (userId === 0 && FIRED.test(id)));
