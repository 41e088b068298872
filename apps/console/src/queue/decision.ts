import type { ReactNode } from 'react';
import type { Answer } from '../api/client.ts';

/** What the operator gives with a decision. */
export interface DecisionInput {
  /** For the log, kept for ever. */
  readonly reason: string;
  /** The canned reason for the person, where the decision has some. */
  readonly code: string | undefined;
  /** For the person, in their own words. */
  readonly note: string | undefined;
  readonly idempotencyKey: string;
}

/** What a command answers: carried out, or waiting for a second person. */
export interface Outcome {
  readonly state?: string;
  readonly request?: number | null;
}

/** One of the two things that can be done with the open item. */
export interface Decision {
  readonly kind: 'approve' | 'reject';
  /** On the button: the consequence, such as "Credit 500 USDT". */
  readonly label: string;
  readonly title: string;
  readonly text?: ReactNode;
  /** Reasons for the log to pick from, of a rejection. Whoever approves writes the reason. */
  readonly usual?: readonly string[];
  /** Reasons that the person is told, of which one must be picked. */
  readonly codes?: readonly { readonly value: string; readonly label: string }[];
  /** The person can be told something in words. */
  readonly hasNote?: boolean;
  /** Further fields of this decision, kept by the page. */
  readonly fields?: ReactNode;
  /** Why it cannot be sent yet. */
  readonly problem?: string | undefined;
  /** Who reads the reason, where it is not only for the log. */
  readonly reasonHint?: string;
  /** Can be taken back for a few seconds before it is sent: nothing is paid or credited by it. */
  readonly isUndoable: boolean;
  /** Wants a fresh second factor. */
  readonly stepUp: boolean;
  readonly done: string;
  readonly send: (input: DecisionInput) => Promise<Answer<Outcome>>;
}

export const REASON_LENGTH_MIN = 3;
export const REASON_LENGTH_MAX = 500;
