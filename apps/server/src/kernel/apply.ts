import { chainHash, entryText } from './log-entry.ts';
import { applyEffects, type PostedLine } from './state.ts';
import type { Command, CommandAnswer, CoreState, Json, Outcome, RowChange, UserEvent } from './types.ts';

/** A decided and applied command, with everything to be written for it. */
export interface Applied {
  readonly command: Command;
  readonly answer: CommandAnswer;
  readonly entry: string;
  readonly hash: Buffer;
  readonly lines: readonly PostedLine[];
  readonly rows: readonly RowChange[];
  readonly events: readonly UserEvent[];
}

/** Handlers by command type; two modules claiming one type is a bug. */
export function handlerTable(state: CoreState): Map<string, (state: CoreState, command: Command) => Outcome> {
  const table = new Map<string, (state: CoreState, command: Command) => Outcome>();
  for (const module of state.modules) {
    for (const [type, handler] of Object.entries(module.handlers)) {
      if (table.has(type)) throw new Error(`two modules handle ${type}`);
      table.set(type, handler);
    }
  }
  return table;
}

const NOTHING = { lines: [], rows: [], events: [] } as const;

/**
 * Decides one command and applies it to the state. Throws only for bugs (an unknown type, a handler
 * that throws or makes an illegal posting), and then leaves the state unchanged: handlers are pure,
 * and postings are rolled back when one fails.
 */
export function applyCommand(
  state: CoreState,
  handlers: ReadonlyMap<string, (state: CoreState, command: Command) => Outcome>,
  command: Command,
): Applied {
  if (command.seq !== state.sequence + 1) throw new Error(`sequence ${command.seq} does not follow ${state.sequence}`);
  if (command.at < state.lastAt) throw new Error(`time ${command.at} is before ${state.lastAt}`);
  const handler = handlers.get(command.type);
  if (handler === undefined) throw new Error(`no handler for ${command.type}`);

  const outcome = handler(state, command);
  const effects = outcome.ok
    ? { lines: applyEffects(state, command, outcome), rows: outcome.rows, events: outcome.events }
    : NOTHING;
  const code = outcome.ok ? 200 : outcome.code;
  const fields = outcome.ok ? undefined : outcome.fields;
  const result: Json = outcome.ok ? outcome.result : fields === undefined ? null : { fields };

  const entry = entryText(command, { code, result });
  const hash = chainHash(state.lastHash, entry);
  state.sequence = command.seq;
  state.lastAt = command.at;
  state.lastHash = hash;

  const answer: CommandAnswer = outcome.ok
    ? { seq: command.seq, code, result }
    : { seq: command.seq, code, result: null, ...(fields === undefined ? {} : { fields }) };
  return { command, answer, entry, hash, ...effects };
}
