import { BOOKS, type Book, type CommandInput, type Json, type Trigger } from './types.ts';

/** Most ids in one internal command: keeps a log entry readable and applying it short. */
export const IDS_PER_COMMAND = 250;

/**
 * Internal commands for what is due, in the given order. A command belongs to one book, so ids of
 * the two never share one. Ids no longer live are skipped.
 */
export function internalCommands(
  due: readonly number[],
  context: {
    readonly type: string;
    readonly live: ReadonlyMap<number, { readonly book: Book; readonly code?: string }>;
    readonly bodyOf: (ids: readonly number[]) => Json;
    /** Keeps command ids unique where an order comes due again; from a command's first id. */
    readonly suffix?: string | ((first: number) => string);
  },
): CommandInput[] {
  const { type, live, bodyOf, suffix = '' } = context;
  const suffixOf = typeof suffix === 'string' ? () => suffix : suffix;
  const commands: CommandInput[] = [];
  for (const book of BOOKS) {
    const own = due.filter((id) => live.get(id)?.book === book);
    for (let start = 0; start < own.length; start += IDS_PER_COMMAND) {
      const ids = own.slice(start, start + IDS_PER_COMMAND);
      const first = ids[0] as number;
      const code = live.get(first)?.code ?? '';
      commands.push(commandFor({ type, book, code, suffix: suffixOf(first), body: bodyOf(ids) }, ids));
    }
  }
  return commands;
}

/** An internal command without the ids that it is for. */
export type Naming = {
  readonly type: string;
  readonly book: Book;
  readonly code: string;
  readonly suffix: string;
  /** With a list of ids, which another one may take the place of. */
  readonly body: Json;
};

/** The command for these ids alone, with the id of the first. */
export function commandFor(naming: Naming, ids: readonly number[]): CommandInput {
  const { type, book, code, suffix } = naming;
  return {
    id: `${type}:${ids[0]}${suffix}`,
    userId: 0,
    book,
    type,
    body: bodyFor(naming.body, ids),
    trigger: { code, suffix, ids, parts: () => ids.map((id) => commandFor(naming, [id])) },
  };
}

/** The same command for some of its ids. */
export const partFor = (
  { type, book, body, trigger }: CommandInput & { readonly trigger: Trigger },
  ids: readonly number[],
): CommandInput => commandFor({ type, book, body, code: trigger.code, suffix: trigger.suffix }, ids);

/** The ids in the body of such a command. */
export const idsOf = (body: Json): readonly number[] =>
  (body as { readonly [key: string]: number[] })[listOf(body)] ?? [];

const bodyFor = (body: Json, ids: readonly number[]): Json => ({ ...(body as object), [listOf(body)]: ids });

const listOf = (body: Json): string => {
  const lists = Object.keys(body as object).filter((key) =>
    Array.isArray((body as { readonly [key: string]: Json })[key]),
  );
  if (lists.length !== 1) throw new Error(`a body with ${lists.length} lists`);
  return lists[0] as string;
};
