import { code } from '@glasshouse/api/codes';
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { ROLES } from '@glasshouse/api/operator/permissions';
import type { Json } from '../kernel/core/types.ts';
import { answerOf, type CallAnswer, done, refuse } from '../platform/call.ts';
import { type OperatorContext, type OperatorHandlers, operatorOf } from '../platform/operator-call.ts';
import type { OperatorDeps } from './deps.ts';
import { approvedLinks, linkAddress, makeRequestCode, makeRequestLink } from './links.ts';
import { OPERATOR_IDLE_MS, OPERATOR_SESSION_MS } from './sessions.ts';

type Outcome = OperatorResultOf<'inviteOperator'>;

async function act(
  { bus }: OperatorDeps,
  action: { readonly type: string; readonly fields: { readonly [field: string]: Json } },
  context: OperatorContext,
): Promise<CallAnswer<Outcome>> {
  const body = { by: context.stamp(), ...action.fields };
  return answerOf<Outcome>(
    await bus.submit({ id: context.commandId, userId: 0, book: 'real', type: action.type, body }),
  );
}

interface Row {
  readonly id: number;
  readonly name: string;
  readonly roles: readonly string[];
  readonly state: 'active' | 'disabled';
  readonly added_at: number;
  readonly added_by: number | null;
  readonly added_name: string | null;
  readonly has_password: boolean;
  readonly has_totp: boolean;
  readonly has_passkey: boolean;
  readonly last_seen_at: number | null;
  readonly open_sessions: number;
}

async function listOperators(
  { pool, clock }: OperatorDeps,
  self: number,
): Promise<CallAnswer<OperatorResultOf<'listOperators'>>> {
  const now = clock.now();
  const { rows } = await pool.query<Row>(
    `select o.id, o.name, o.roles, o.state, o.added_at, o.added_by, a.name as added_name,
            exists (select from operator_credentials c where c.operator = o.id) as has_password,
            exists (select from operator_totp t where t.owner = o.id and t.confirmed_at is not null) as has_totp,
            exists (select from operator_passkeys p where p.owner = o.id) as has_passkey,
            (select max(s.last_seen_at) from operator_sessions s where s.operator = o.id) as last_seen_at,
            (select count(*)::int from operator_sessions s where s.operator = o.id and s.ended_at is null
                and s.last_seen_at > $1 and s.created_at > $2) as open_sessions
       from operators o left join operators a on a.id = o.added_by order by o.id limit 500`,
    [new Date(now - OPERATOR_IDLE_MS), new Date(now - OPERATOR_SESSION_MS)],
  );
  const links = await approvedLinks(pool, now);
  return done(
    rows.map((row) => {
      const link = links.get(row.id);
      const factors = [...(row.has_totp ? ['totp' as const] : []), ...(row.has_passkey ? ['passkey' as const] : [])];
      const part = link?.askedBy === self ? 'link' : link?.decidedBy === self ? 'code' : null;
      return {
        id: row.id,
        name: row.name,
        roles: ROLES.filter((role) => row.roles.includes(role)),
        state: row.state,
        credentials: !row.has_password ? 'invited' : factors.length === 0 ? 'enrolling' : 'ready',
        factors,
        addedAt: new Date(row.added_at).toISOString(),
        addedBy: row.added_by === null ? null : { id: row.added_by, name: row.added_name ?? '' },
        lastSeenAt: row.last_seen_at === null ? null : new Date(row.last_seen_at).toISOString(),
        openSessions: row.open_sessions,
        invitation:
          link === undefined || link.isUsed
            ? null
            : { until: new Date(link.until).toISOString(), part, needsCode: true },
      };
    }),
  );
}

/** Operators' accounts. */
export const accountCalls = (deps: OperatorDeps) => {
  /** The approved link of an operator in which the caller has the given part. */
  const approvedFor = async (id: number, context: OperatorContext, part: 'askedBy' | 'decidedBy') => {
    const link = (await approvedLinks(deps.pool, deps.clock.now())).get(id);
    return link === undefined || link.isUsed || link[part] !== operatorOf(context).id ? undefined : link;
  };
  return {
    listOperators: (_input, context) => listOperators(deps, operatorOf(context).id),
    inviteOperator: ({ body }, context) => act(deps, { type: 'operator.invite', fields: body }, context),
    setOperatorRoles: ({ params, body }, context) =>
      act(deps, { type: 'operator.roles', fields: { operator: params.id, ...body } }, context),
    async disableOperator({ params, body }, context) {
      const answer = await act(deps, { type: 'operator.disable', fields: { operator: params.id, ...body } }, context);
      if (answer.ok) await deps.sessions.endAll(params.id);
      return answer;
    },
    enableOperator: ({ params, body }, context) =>
      act(deps, { type: 'operator.enable', fields: { operator: params.id, ...body } }, context),
    recoverOperator: ({ params, body }, context) =>
      act(deps, { type: 'operator.recover', fields: { operator: params.id, ...body } }, context),
    async makeOperatorLink({ params }, context) {
      const link = await approvedFor(params.id, context, 'askedBy');
      if (link === undefined) return refuse(code.nothingFound, 'id');
      const token = await makeRequestLink(deps.pool, link, async (digest) => {
        const body = { digest, operator: params.id, by: operatorOf(context).id };
        const id = `operatorLink.issue:${digest}`;
        const answer = await deps.bus.submit({ id, userId: 0, book: 'real', type: 'operatorLink.issue', body });
        return answer.code === 200;
      });
      if (token === undefined) return refuse(code.nothingFound, 'id');
      return done({ link: linkAddress(deps.site, token), expiresAt: new Date(link.until).toISOString() });
    },
    async makeOperatorLinkCode({ params }, context) {
      const link = await approvedFor(params.id, context, 'decidedBy');
      if (link === undefined) return refuse(code.nothingFound, 'id');
      const made = await makeRequestCode(deps.pool, deps.masterKey, link);
      return done({ code: made, expiresAt: new Date(link.until).toISOString() });
    },
  } satisfies OperatorHandlers;
};
