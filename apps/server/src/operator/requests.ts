import { randomUUID } from 'node:crypto';
import { code } from '@glasshouse/api/codes';
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { rolesAllow } from '@glasshouse/api/operator/permissions';
import { neededFor, roleMissing } from '../authority/action.ts';
import { requestDigest } from '../authority/request-digest.ts';
import type { OperatorRequest } from '../authority/rows.ts';
import type { Json } from '../kernel/core/types.ts';
import { PrivateDetails } from '../money/funding/private-details.ts';
import { type CompareDeps, decideCompared } from '../money/withdrawals/operator-act.ts';
import { answerOf, type CallAnswer, done, refuse } from '../platform/call.ts';
import {
  type OperatorContext,
  type OperatorHandlers,
  operatorOf,
  type SignedInOperator,
} from '../platform/operator-call.ts';
import { isRefusal, pageOf, readPage } from '../platform/paging.ts';
import type { OperatorDeps } from './deps.ts';
import { paymentsNamed } from './named-payments.ts';

type RequestView = OperatorResultOf<'getRequest'>;
type Row = OperatorRequest & {
  readonly asked_name: string;
  readonly asked_roles: readonly string[];
  readonly decided_name: string | null;
};

const SELECT = `select r.*, a.name as asked_name, a.roles as asked_roles, d.name as decided_name
  from operator_requests r join operators a on a.id = r.asked_by left join operators d on d.id = r.decided_by`;

const iso = (at: number): string => new Date(at).toISOString();

/** Requests as they are shown; what is needed of all rows is read once. */
async function viewsOf(deps: OperatorDeps, rows: readonly Row[], by: SignedInOperator) {
  const payments = await paymentsNamed(
    deps.pool,
    rows.map(({ subject }) => subject),
  );
  return (row: Row): RequestView => view(deps, row, { by, payment: payments.get(row.subject) ?? null });
}

const viewOf = async (deps: OperatorDeps, row: Row, by: SignedInOperator): Promise<RequestView> =>
  (await viewsOf(deps, [row], by))(row);

interface ViewContext {
  readonly by: SignedInOperator;
  readonly payment: RequestView['payment'];
}

function view(deps: Pick<OperatorDeps, 'modules'>, row: Row, { by, payment }: ViewContext): RequestView {
  const needed = neededFor(deps.modules, row);
  const isOwn = row.asked_by === by.id;
  return {
    id: row.id,
    type: row.type,
    user: row.user_id === 0 ? null : row.user_id,
    book: row.book,
    subject: row.subject,
    body: row.body,
    before: row.before,
    after: row.after,
    payment,
    reason: row.reason,
    state: row.state,
    askedBy: { id: row.asked_by, name: row.asked_name },
    askedAt: iso(row.asked_at),
    expiresAt: iso(row.expires_at),
    decidedBy: row.decided_by === null ? null : { id: row.decided_by, name: row.decided_name ?? '' },
    decidedAt: row.decided_at === null ? null : iso(row.decided_at),
    decisionReason: row.decision_reason,
    isOwn,
    mayDecide:
      row.state === 'waiting' &&
      !isOwn &&
      needed !== undefined &&
      roleMissing(deps.modules, row, [...row.asked_roles, ...by.roles]) === undefined &&
      (needed === 'signed in' || rolesAllow(by.roles, needed)),
  };
}

async function requestOf({ pool }: OperatorDeps, id: number): Promise<Row | undefined> {
  const { rows } = await pool.query<Row>(`${SELECT} where r.id = $1`, [id]);
  return rows[0];
}

const comparing = ({ pool, bus, masterKey }: OperatorDeps): CompareDeps => ({
  pool,
  bus,
  newId: randomUUID,
  details: new PrivateDetails(pool, masterKey, randomUUID),
});

/** Sends the command about a request, and answers with what became of the request. */
async function act(
  deps: OperatorDeps,
  action: { readonly id: number; readonly type: string; readonly fields: { readonly [field: string]: Json } },
  context: OperatorContext,
): Promise<CallAnswer<RequestView>> {
  const request = await requestOf(deps, action.id);
  if (request === undefined) return refuse(code.requestNotOpen, 'id');
  const submit = (more: { readonly [field: string]: Json } = {}) =>
    deps.bus.submit({
      id: context.commandId,
      userId: request.user_id,
      book: request.book,
      type: action.type,
      body: { by: context.stamp(), request: action.id, ...action.fields, ...more },
    });
  const answer =
    action.fields.verdict === 'approve'
      ? await decideCompared(comparing(deps), request, (shown) => submit({ seen: requestDigest(request), ...shown }))
      : await submit();
  if (answer.code !== 200) return answerOf(answer);
  const after = await requestOf(deps, action.id);
  return done(await viewOf(deps, after ?? request, operatorOf(context)));
}

/** What waits for a second person. */
export const requestCalls = (deps: OperatorDeps) =>
  ({
    async listRequests({ query }, context) {
      const page = readPage(query, 1);
      if (isRefusal(page)) return page;
      // The one that expires first is the one to decide first; of the others the newest matters.
      const [order, beyond] = query.state === 'waiting' ? ['asc', '>'] : ['desc', '<'];
      const { rows } = await deps.pool.query<Row>(
        `${SELECT} where ($1::text is null or r.state = $1) and ($2::bigint is null or r.id ${beyond} $2)
        order by r.id ${order} limit $3`,
        [query.state ?? null, page.after?.[0] ?? null, page.limit + 1],
      );
      const shown = await viewsOf(deps, rows, operatorOf(context));
      return done(pageOf(rows, page.limit, shown, (row) => [row.id]));
    },
    async getRequest({ params }, context) {
      const row = await requestOf(deps, params.id);
      return row === undefined ? refuse(code.nothingFound, 'id') : done(await viewOf(deps, row, operatorOf(context)));
    },
    decideRequest: ({ params, body }, context) =>
      act(
        deps,
        { id: params.id, type: 'request.decide', fields: { verdict: body.verdict, reason: body.reason } },
        context,
      ),
    withdrawRequest: ({ params, body }, context) =>
      act(deps, { id: params.id, type: 'request.withdraw', fields: { reason: body.reason } }, context),
  }) satisfies OperatorHandlers;
