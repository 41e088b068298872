import { BOOKS, type Book, type CommandInput, type Json } from './types.ts';

/** Most ids in one internal command: keeps a log entry readable and applying it short. */
export const IDS_PER_COMMAND = 250;

/**
 * Internal commands for what is due, in the given order. A command belongs to one book, so ids of
 * the two never share one. Ids no longer live are skipped.
 */
export function internalCommands(
  due: readonly number[],
  of: {
    readonly type: string;
    readonly live: ReadonlyMap<number, { readonly book: Book }>;
    readonly bodyOf: (ids: readonly number[]) => Json;
    /** Keeps command ids unique where the same order comes due more than once. */
    readonly suffix?: string;
  },
): CommandInput[] {
  const { type, live, bodyOf, suffix = '' } = of;
  const commands: CommandInput[] = [];
  for (const book of BOOKS) {
    const own = due.filter((id) => live.get(id)?.book === book);
    for (let start = 0; start < own.length; start += IDS_PER_COMMAND) {
      const ids = own.slice(start, start + IDS_PER_COMMAND);
      commands.push({ id: `${type}:${ids[0]}${suffix}`, userId: 0, book, type, body: bodyOf(ids) });
    }
  }
  return commands;
}
