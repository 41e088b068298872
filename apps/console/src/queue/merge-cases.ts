import type { CaseRow } from './cases.ts';

/** What is known of one kind: the pages read so far, and whether there are more. */
export interface LoadedCases {
  readonly rows: readonly CaseRow[];
  readonly hasMore: boolean;
  readonly hasDeadlines: boolean;
}

const dueOf = ({ dueAt }: CaseRow): number => (dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(dueAt));

/** Until when everything of a kind is known: later rows may still come between others. */
function knownUntil({ rows, hasMore, hasDeadlines }: LoadedCases): number {
  if (!hasMore || !hasDeadlines) return Number.POSITIVE_INFINITY;
  const last = rows.at(-1)?.dueAt ?? null;
  // Rows without a deadline come first in a list of those that have one.
  return last === null ? Number.NEGATIVE_INFINITY : Date.parse(last);
}

/**
 * The rows of all kinds, first due first, and of those due together the one that waits longest; the
 * ones without a deadline behind them. A row is shown once no page that was not read yet can bring
 * one that belongs before it, so that further pages only add at the end.
 */
export function mergeCases(kinds: readonly LoadedCases[]): readonly CaseRow[] {
  const until = Math.min(...kinds.map(knownUntil));
  const isComplete = kinds.every(({ hasMore }) => !hasMore);
  return kinds
    .flatMap(({ rows }) => rows)
    .filter((row) => (row.dueAt === null ? isComplete : dueOf(row) <= until))
    .sort((left, right) =>
      dueOf(left) === dueOf(right)
        ? Date.parse(left.since) - Date.parse(right.since) || left.key.localeCompare(right.key)
        : dueOf(left) - dueOf(right),
    );
}

/** Of which kinds the next page is needed for more rows. */
export function kindsToRead(kinds: readonly LoadedCases[]): readonly number[] {
  const open = kinds.flatMap((kind, index) => (kind.hasMore ? [{ index, until: knownUntil(kind) }] : []));
  const first = Math.min(...open.map(({ until }) => until));
  return open.filter(({ until }) => until === first).map(({ index }) => index);
}
