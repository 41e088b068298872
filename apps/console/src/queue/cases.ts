import type { Queue } from '@glasshouse/api/operator/queues';
import type { Formatter } from '@glasshouse/i18n/format';
import type { Translator } from '@glasshouse/i18n/translator';
import type { ComponentType } from 'react';
import type { Answer } from '../api/client.ts';
import type { useActionWords } from '../parts/records/action-words.ts';

/** What stands in the merged queue. A held deposit is released or sent back, not credited. */
export const CASE_KINDS = ['withdrawal', 'deposit', 'held', 'identity', 'loan', 'support', 'request'] as const;
export type CaseKind = (typeof CASE_KINDS)[number];
export type CaseKey = `${CaseKind}-${number}`;

export interface CaseWords extends Pick<ReturnType<typeof useActionWords>, 'nameOf' | 'detailOf'> {
  readonly t: Translator['t'];
  readonly format: Formatter;
}

/** What a row shows besides its kind and its times. */
interface CaseText {
  readonly who: string;
  /** The amount, or the step. */
  readonly what: string;
  /** Instead of the deadline's place: that it is one's own request, or that it has two persons. */
  readonly note?: string | undefined;
}

/** One row of the merged queue. */
export interface CaseRow {
  readonly key: CaseKey;
  readonly kind: CaseKind;
  readonly since: string;
  /** By the rule of its queue; null where there is no rule. */
  readonly dueAt: string | null;
  readonly text: (words: CaseWords) => CaseText;
}

interface CasePage {
  readonly rows: readonly CaseRow[];
  readonly next: string | null;
}

/** A kind of case: where its rows come from, and what shows one of them. */
export interface CaseSource {
  readonly kind: CaseKind;
  readonly queue: Queue;
  /** Whether its list comes first due first; one without deadlines stands behind all others. */
  readonly hasDeadlines: boolean;
  readonly read: (cursor: string | undefined, signal: AbortSignal) => Promise<Answer<CasePage>>;
  readonly Item: ComponentType<{ readonly id: number }>;
}

interface SourceSpec<Row> extends Omit<CaseSource, 'read' | 'hasDeadlines'> {
  readonly read: (
    cursor: string | undefined,
    signal: AbortSignal,
  ) => Promise<Answer<{ readonly items: readonly Row[]; readonly next: string | null }>>;
  readonly timesOf: (row: Row) => Pick<CaseRow, 'since' | 'dueAt'> & { readonly id: number };
  readonly textOf: (row: Row, words: CaseWords) => CaseText;
  /** Whether a row of its list is a case; without it, all are. */
  readonly isCase?: (row: Row) => boolean;
  /** The first row behind which no case can come. */
  readonly isEnd?: (row: Row) => boolean;
  readonly hasDeadlines?: boolean;
}

/** Turns the rows of a queue's own list into rows of the merged one. */
export function defineCases<Row>(spec: SourceSpec<Row>): CaseSource {
  const { kind, queue, Item, timesOf, textOf, isCase = () => true, isEnd = () => false, hasDeadlines = true } = spec;
  return {
    kind,
    queue,
    Item,
    hasDeadlines,
    async read(cursor, signal) {
      const answer = await spec.read(cursor, signal);
      if (!answer.ok) return answer;
      const { items, next } = answer.result;
      const rows = items.filter(isCase).map((row): CaseRow => {
        const { id, since, dueAt } = timesOf(row);
        return { key: `${kind}-${id}`, kind, since, dueAt, text: (words) => textOf(row, words) };
      });
      return { ...answer, result: { rows, next: items.some(isEnd) ? null : next } };
    },
  };
}
