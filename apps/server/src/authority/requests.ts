import { code } from '@glasshouse/api/codes';
import { changeOf } from '../kernel/core/effects.ts';
import { internalCommands } from '../kernel/core/internal-commands.ts';
import { refuse } from '../kernel/core/refusal.ts';
import { rulesOf } from '../kernel/core/rules.ts';
import type { Command, CommandInput, CoreState, Json, MarketView, Outcome } from '../kernel/core/types.ts';
import { actionRow, gatherApproved, mayAct, neededFor, operatorHandler, roleMissing, runApproved } from './action.ts';
import { requestDigest } from './request-digest.ts';
import { ACTIONS_TABLE, type OperatorRequest, REQUESTS_TABLE, type RequestState } from './rows.ts';
import { authorityOf } from './slice.ts';
import type { OperatorBody, OperatorStamp } from './stamp.ts';

export type DecideBody = OperatorBody<{
  readonly request: number;
  readonly verdict: 'approve' | 'reject';
  /** Digest of the request as the server read it from the database. */
  readonly seen?: string;
  /** What the request's own command carries of the database, as it is shown to who decides. */
  readonly shown?: string;
}>;
export type WithdrawBody = OperatorBody<{ readonly request: number }>;
export type ExpireBody = { readonly requests: readonly number[] };

/** The request that the command is about, if it waits and its deadline has not passed. */
function openRequest(state: CoreState, command: Command<WithdrawBody>): OperatorRequest | undefined {
  const request = authorityOf(state).requests.get(command.body.request);
  if (request === undefined || request.expires_at <= command.at) return undefined;
  // The accounts in memory are those of the command's user: another's would look empty.
  return request.user_id === command.userId && request.book === command.book ? request : undefined;
}

/** Anything shared with who asked could mean that one person is both. */
const isSamePerson = (request: OperatorRequest, by: OperatorStamp): boolean =>
  request.asked_by === by.operator ||
  request.asked_session === by.session ||
  request.asked_device === by.device ||
  request.asked_credential === by.credential;

/** Whether neither of the two holds the role that one of them must hold. */
function lacksRole(state: CoreState, request: OperatorRequest, by: OperatorStamp): boolean {
  if (rulesOf(state) < 10) return false;
  const { operators } = authorityOf(state);
  const roles = [request.asked_by, by.operator].flatMap((id) => operators.get(id)?.roles ?? []);
  return roleMissing(state.modules, request, roles) !== undefined;
}

const decided = (
  request: OperatorRequest,
  state: RequestState,
  { seq, at, by, reason }: { seq: number; at: number; by: number | null; reason: string | null },
): OperatorRequest => ({
  ...request,
  state,
  decided_by: by,
  decided_at: at,
  decided_seq: seq,
  decision_reason: reason,
});

/**
 * A second person approves or rejects. Refusals in order: not allowed to do it alone either, no
 * reason, not open, one's own, another request than the database shows, neither of the two from
 * compliance where one must be; and whatever the command itself is refused for now. A request whose
 * command is refused stays open.
 */
export function decideRequest(state: CoreState, command: Command<DecideBody, Json>): Outcome {
  const { by, reason, verdict, seen } = command.body;
  const request = openRequest(state, command);
  const needed = request === undefined ? 'requests.read' : neededFor(state.modules, request, rulesOf(state));
  if (needed === undefined || !mayAct(state, by.operator, needed)) return refuse(code.permissionDenied);
  if (reason.trim() === '') return refuse(code.fieldRequired, 'reason');
  if (request === undefined) return refuse(code.requestNotOpen, 'request');
  if (isSamePerson(request, by)) return refuse(code.ownRequest);
  if (verdict === 'approve' && seen !== undefined && seen !== requestDigest(request))
    return refuse(code.requestAltered, 'request');
  if (verdict === 'approve' && lacksRole(state, request, by)) return refuse(code.complianceNeeded, 'request');
  const done =
    verdict === 'approve'
      ? runApproved(state, command, request, command.facts)
      : { ok: true as const, result: null, postings: [], rows: [], events: [] };
  if (!done.ok) return done;
  const after = decided(request, verdict === 'approve' ? 'approved' : 'rejected', {
    seq: command.seq,
    at: command.at,
    by: by.operator,
    reason,
  });
  const record = {
    subject: `request ${request.id}`,
    before: { state: request.state },
    after: { state: after.state, type: request.type, subject: request.subject },
  };
  return {
    ok: true,
    result: { state: after.state, request: request.id, type: request.type },
    postings: done.postings,
    rows: [
      ...done.rows,
      changeOf(REQUESTS_TABLE, after),
      changeOf(ACTIONS_TABLE, actionRow(command, record, request.id)),
    ],
    events: done.events,
  };
}

/** The market as the approved command would see it; nothing for anything else. */
export function gatherDecision(
  input: CommandInput<DecideBody>,
  at: number,
  market: MarketView,
  state: CoreState,
): Json {
  const request = authorityOf(state).requests.get(input.body.request);
  if (request === undefined || input.body.verdict !== 'approve') return null;
  if (request.user_id !== input.userId || request.book !== input.book) return null;
  return gatherApproved({ input, request }, at, market, state);
}

/** Whoever asked may take it back. */
export const withdrawRequest = operatorHandler<WithdrawBody>({
  permission: 'signed in',
  decide: (state, command) => {
    const { by, reason } = command.body;
    const request = openRequest(state, command);
    if (request === undefined || request.asked_by !== by.operator) return refuse(code.requestNotOpen, 'request');
    const { seq, at } = command;
    const after = decided(request, 'withdrawn', { seq, at, by: by.operator, reason });
    return {
      ok: true,
      subject: `request ${request.id}`,
      before: { state: request.state },
      after: { state: after.state },
      postings: [],
      rows: [changeOf(REQUESTS_TABLE, after)],
      events: [],
    };
  },
});

/** Nobody decided in time. */
export function expireRequests(state: CoreState, command: Command<ExpireBody>): Outcome {
  const { seq, at, body } = command;
  const rows = body.requests.map((id) => {
    const request = authorityOf(state).requests.get(id);
    if (request === undefined || at < request.expires_at) throw new Error(`request ${id} does not expire yet`);
    return changeOf(REQUESTS_TABLE, decided(request, 'expired', { seq, at, by: null, reason: null }));
  });
  return { ok: true, result: { requests: rows.length }, postings: [], rows, events: [] };
}

export function dueRequests(state: CoreState, at: number): CommandInput[] {
  const { nextExpiry, requests } = authorityOf(state);
  if (at < nextExpiry) return [];
  const due = [...requests.values()].filter(({ expires_at: expiresAt }) => expiresAt <= at).map(({ id }) => id);
  const bodyOf = (ids: readonly number[]): ExpireBody => ({ requests: ids });
  return internalCommands(due, { type: 'request.expire', live: requests, bodyOf });
}
