import { code } from '@glasshouse/api/codes';
import type { Language } from '@glasshouse/api/constants';
import type { RiskProduct } from '@glasshouse/api/risk-warning';
import { figureOf } from '../figures/in-force.ts';
import { changeOf } from '../kernel/core/effects.ts';
import { isoTime } from '../kernel/core/iso-time.ts';
import { refuse } from '../kernel/core/refusal.ts';
import type { Command, CoreState, Outcome, Refusal } from '../kernel/core/types.ts';
import { ACKNOWLEDGEMENTS_TABLE, type Acknowledgement } from './rows.ts';
import { authorityOf, readKey } from './slice.ts';

/**
 * What was shown: version and language name the text, and the share of losing accounts follows
 * from the ledger as of this entry.
 */
export type AcknowledgeBody = {
  readonly product: RiskProduct;
  readonly text: number;
  readonly language: Language;
};

/**
 * A person has read the warning about a product, on one book. Each time is a row of its own: the
 * newest text and language may differ from the first. 11008: no such text, or one that is too old.
 */
export function acknowledge(state: CoreState, command: Command<AcknowledgeBody>): Outcome {
  const { userId, book, seq, at, body } = command;
  const { product, text, language } = body;
  const isKnown = figureOf(state, 'risk.textMin') <= text && text <= figureOf(state, 'risk.textMax');
  if (!isKnown) return refuse(code.outOfRange, 'text');
  const row: Acknowledgement = { seq, user_id: userId, book, product, text, language, at };
  return {
    ok: true,
    result: { product, text, language, at: isoTime(at) },
    postings: [],
    rows: [changeOf(ACKNOWLEDGEMENTS_TABLE, row)],
    events: [],
  };
}

/**
 * 11042 for an order with real money by somebody who has not read the warning in force. Those of
 * the demo book are refused at the gateway (`demo-warning.ts`).
 */
export function refuseUnread(
  state: CoreState,
  { userId, book }: Pick<Command, 'userId' | 'book'>,
  product: RiskProduct,
): Refusal | undefined {
  if (book !== 'real') return undefined;
  const read = authorityOf(state).warningsRead.get(readKey(userId, product)) ?? 0;
  return read < figureOf(state, 'risk.textMin') ? refuse(code.riskNotAcknowledged) : undefined;
}
