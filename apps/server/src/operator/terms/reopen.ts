import { code } from '@glasshouse/api/codes';
import { operatorHandler } from '../../authority/action.ts';
import type { OperatorBody } from '../../authority/stamp.ts';
import { changeOf } from '../../kernel/core/effects.ts';
import { HELD_TABLE, reopened } from '../../kernel/core/guard.ts';
import { refuse } from '../../kernel/core/refusal.ts';

export type ReopenBody = OperatorBody<{ readonly code: string }>;

/**
 * Somebody has looked at what the core could not do on an instrument: it is open again. What is
 * still held stays held and is tried again.
 */
export const reopenInstrument = operatorHandler<ReopenBody>({
  permission: 'instruments.change',
  decide: (state, { at, body }) => {
    const rows = reopened(state, body.code, at);
    if (rows.length === 0) return refuse(code.nothingFound, 'code');
    return {
      ok: true,
      subject: `instrument ${body.code}`,
      before: { closedFor: rows.map(({ id, reason }) => `${id}: ${reason}`) },
      after: { open: true, stillHeld: rows.filter((row) => row.done_at === null).length },
      postings: [],
      rows: rows.map((row) => changeOf(HELD_TABLE, row)),
      events: [],
    };
  },
});
