import { BOOKS, type Book, type CommandInput, type Json } from './types.ts';

/** Orders, quotes or alerts in one internal command: keeps a log entry readable and one application short. */
export const IDS_PER_COMMAND = 250;

/**
 * Internal commands for what a tick or the time has made due, in the given order. What belongs to the two books never shares
 * a command: a command belongs to one book. What is in memory no more is passed over.
 */
export function internalCommands(
  due: readonly number[],
  of: {
    readonly type: string;
    readonly live: ReadonlyMap<number, { readonly book: Book }>;
    readonly bodyOf: (ids: readonly number[]) => Json;
    /** Sets commands apart that begin with the same one, because it comes due more than once. */
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
