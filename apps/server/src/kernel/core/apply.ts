import { mergeEffects } from './effects.ts';
import { chainHash, entryText } from './log-entry.ts';
import { applyEffects, type PostedLine } from './state.ts';
import type {
  Command,
  CommandAnswer,
  CoreModule,
  CoreState,
  Effects,
  Json,
  Outcome,
  Refusal,
  RowChange,
  UserEvent,
} from './types.ts';

/** A decided and applied command, with everything to be written for it. */
export interface AppliedCommand {
  readonly command: Command;
  readonly answer: CommandAnswer;
  readonly entry: string;
  readonly hash: Buffer;
  readonly lines: readonly PostedLine[];
  readonly rows: readonly RowChange[];
  readonly events: readonly UserEvent[];
}

/** What modules do about commands, gathered once. */
export interface Handlers {
  readonly byType: ReadonlyMap<string, (state: CoreState, command: Command) => Outcome>;
  /** What they do because of commands of any module, in the order of the modules. */
  readonly following: readonly NonNullable<CoreModule['follows']>[];
  /** What refuses commands of any module, in the order of the modules. */
  readonly admitting: readonly NonNullable<CoreModule['admits']>[];
}

/** Handlers by command type; two modules claiming one type is a bug. */
export function handlerTable({ modules }: Pick<CoreState, 'modules'>): Handlers {
  const byType = new Map<string, (state: CoreState, command: Command) => Outcome>();
  for (const module of modules) {
    for (const [type, handler] of Object.entries(module.handlers)) {
      if (byType.has(type)) throw new Error(`two modules handle ${type}`);
      byType.set(type, handler);
    }
  }
  const following = modules.flatMap((module) => (module.follows === undefined ? [] : [module.follows.bind(module)]));
  const admitting = modules.flatMap((module) => (module.admits === undefined ? [] : [module.admits.bind(module)]));
  return { byType, following, admitting };
}

/** The first refusal by a module that watches over commands of others. */
function refusalOf({ admitting }: Handlers, state: CoreState, command: Command): Refusal | undefined {
  for (const admit of admitting) {
    const refused = admit(state, command);
    if (refused !== undefined) return refused;
  }
  return undefined;
}

/** The outcome with what modules do because of it. None of them sees what another one adds. */
function withFollowing(
  { following }: Handlers,
  context: { readonly state: CoreState; readonly command: Command; readonly outcome: Outcome },
): Outcome {
  const { state, command, outcome } = context;
  if (!outcome.ok) return outcome;
  const more: Effects[] = [];
  for (const follow of following) {
    const effects = follow(state, command, outcome);
    if (effects !== undefined) more.push(effects);
  }
  return more.length === 0 ? outcome : { ...outcome, ...mergeEffects([outcome, ...more]) };
}

const NOTHING = { lines: [], rows: [], events: [] } as const;

/**
 * Decides one command and applies it to the state. Throws only for bugs (an unknown type, a handler
 * that throws or makes an illegal posting), and then leaves the state unchanged: handlers are pure,
 * and postings are rolled back when one fails.
 */
export function applyCommand(state: CoreState, handlers: Handlers, command: Command): AppliedCommand {
  if (command.seq !== state.sequence + 1) throw new Error(`sequence ${command.seq} does not follow ${state.sequence}`);
  if (command.at < state.lastAt) throw new Error(`time ${command.at} is before ${state.lastAt}`);
  const handler = handlers.byType.get(command.type);
  if (handler === undefined) throw new Error(`no handler for ${command.type}`);

  const decided = refusalOf(handlers, state, command) ?? handler(state, command);
  const outcome = withFollowing(handlers, { state, command, outcome: decided });
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
