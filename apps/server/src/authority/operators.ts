import { code } from '@glasshouse/api/codes';
import { isOperatorName } from '@glasshouse/api/operator/names';
import { ROLES } from '@glasshouse/api/operator/permissions';
import { figureOf } from '../figures/in-force.ts';
import { changeOf } from '../kernel/core/effects.ts';
import { refuse } from '../kernel/core/refusal.ts';
import type { Command, CoreState, Json, Outcome, Refusal } from '../kernel/core/types.ts';
import { actionRow, approvedRequest, type Decision, operatorHandler } from './action.ts';
import { approvedLink, knowsLinks, linkOfNew, ofOperator } from './links.ts';
import { ACTIONS_TABLE, OPERATORS_TABLE, type Operator } from './rows.ts';
import { authorityOf } from './slice.ts';
import type { OperatorBody, OperatorStamp } from './stamp.ts';

type NewOperator = { readonly name: string; readonly roles: readonly string[] };
/** `link`: the digest of the one-time link that makes the operator. */
export type AddOperatorBody = NewOperator & { readonly link?: string };
export type InviteBody = OperatorBody<NewOperator>;
export type RolesBody = OperatorBody<{ readonly operator: number; readonly roles: readonly string[] }>;
export type OfOperatorBody = OperatorBody<{ readonly operator: number }>;
export type CredentialBody = OperatorBody<{
  readonly change: 'added' | 'removed';
  readonly kind: 'password' | 'totp' | 'passkey' | 'recovery';
  /** Tells credentials apart, and gives nothing away. */
  readonly fingerprint: string;
}>;

/** Known roles, each once, in the order of the table; undefined for anything else or none. */
function knownRoles(roles: readonly string[]): string[] | undefined {
  const known = ROLES.filter((role) => roles.includes(role));
  return known.length === roles.length && 0 < known.length ? known : undefined;
}

/** The new operator, or why not. */
function newOperator(
  state: CoreState,
  { seq, at, body }: Command<NewOperator>,
  addedBy: number | null,
): { readonly ok: true; readonly operator: Operator } | Refusal {
  const { operators } = authorityOf(state);
  const roles = knownRoles(body.roles);
  if (!isOperatorName(body.name)) return refuse(code.wrongFormat, 'name');
  if (roles === undefined) return refuse(code.wrongFormat, 'roles');
  if ([...operators.values()].some(({ name }) => name === body.name)) return refuse(code.usernameExists, 'name');
  if (figureOf(state, 'operators.max') <= operators.size) return refuse(code.capacityReached);
  return {
    ok: true,
    operator: { id: seq, name: body.name, roles, state: 'active', added_at: at, added_by: addedBy },
  };
}

const shown = ({ name, roles, state }: Operator): Json => ({ name, roles, state });

/**
 * From the command line of the server: whoever may run it there could do anything anyway. By a link
 * that a key of the data folder has sealed, so that nobody adds one with a row of the database.
 */
export function addOperator(state: CoreState, command: Command<AddOperatorBody>): Outcome {
  const link = knowsLinks(state) ? linkOfNew(state, command) : undefined;
  if (link !== undefined && 'ok' in link) return link;
  const added = newOperator(state, command, null);
  if (!added.ok) return added;
  const { operator } = added;
  const by = { operator: operator.id, session: 0, device: 'server', credential: 'server', address: 'server' };
  const recorded = { ...command, body: { by, reason: 'command line of the server' } };
  const record = { subject: `operator ${operator.name}`, before: null, after: shown(operator) };
  return {
    ok: true,
    result: { operator: operator.id },
    postings: [],
    rows: [
      changeOf(OPERATORS_TABLE, operator),
      changeOf(ACTIONS_TABLE, actionRow(recorded, record, null)),
      ...(link === undefined ? [] : [ofOperator(link, operator.id)]),
    ],
    events: [],
  };
}

export const inviteOperator = operatorHandler<InviteBody>({
  permission: 'operators.manage',
  secondPerson: () => true,
  decide: (state, command) => {
    const added = newOperator(state, command, command.body.by.operator);
    if (!added.ok) return added;
    const { id, name, roles } = added.operator;
    return withLink(state, command, changed(undefined, added.operator), { id, name, roles });
  },
});

/** An approval gives who asked the right to make the operator's one-time link. */
function withLink(
  state: CoreState,
  command: Command<OperatorBody>,
  decision: Decision,
  { id: operator, name, roles }: Pick<Operator, 'id' | 'name' | 'roles'>,
): Decision {
  const request = approvedRequest(command);
  if (request === undefined || !knowsLinks(state)) return decision;
  const asked_by = command.body.by.operator;
  return {
    ...decision,
    rows: [...decision.rows, approvedLink(state, command, { operator, name, roles, request, asked_by })],
  };
}

const changed = (before: Operator | undefined, after: Operator): Decision => ({
  ok: true,
  subject: `operator ${after.name}`,
  before: before === undefined ? null : shown(before),
  after: shown(after),
  postings: [],
  rows: [changeOf(OPERATORS_TABLE, after)],
  events: [],
});

/** Without an active owner nobody could let anybody in again. */
function leavesAnOwner(state: CoreState, after: Operator): boolean {
  const isOwner = (operator: Operator): boolean => operator.state === 'active' && operator.roles.includes('owner');
  return [...authorityOf(state).operators.values()].some((operator) =>
    isOwner(operator.id === after.id ? after : operator),
  );
}

/** A change of one operator that leaves an owner. */
function change(state: CoreState, id: number, make: (before: Operator) => Partial<Operator>): Decision | Refusal {
  const before = authorityOf(state).operators.get(id);
  if (before === undefined) return refuse(code.nothingFound, 'operator');
  const after = { ...before, ...make(before) };
  if (after.state === before.state && String(after.roles) === String(before.roles)) {
    return refuse(code.nothingFound, 'operator');
  }
  return leavesAnOwner(state, after) ? changed(before, after) : refuse(code.lastOwner, 'operator');
}

export const setRoles = operatorHandler<RolesBody>({
  permission: 'operators.manage',
  secondPerson: () => true,
  decide: (state, { body }) => {
    const roles = knownRoles(body.roles);
    return roles === undefined ? refuse(code.wrongFormat, 'roles') : change(state, body.operator, () => ({ roles }));
  },
});

export const enableOperator = operatorHandler<OfOperatorBody>({
  permission: 'operators.manage',
  secondPerson: () => true,
  decide: (state, { body }) => change(state, body.operator, () => ({ state: 'active' })),
});

/** One person is enough to shut somebody out: waiting for a second could cost everything. */
export const disableOperator = operatorHandler<OfOperatorBody>({
  permission: 'operators.manage',
  decide: (state, { body }) => change(state, body.operator, () => ({ state: 'disabled' })),
});

/** Credentials of an operator are void; a new link to enrol is handed out by two persons. */
export const recoverOperator = operatorHandler<OfOperatorBody>({
  permission: 'operators.manage',
  secondPerson: () => true,
  decide: (state, command) => {
    const operator = authorityOf(state).operators.get(command.body.operator);
    if (operator?.state !== 'active') return refuse(code.nothingFound, 'operator');
    const decision = recorded(`operator ${operator.name}`, null, { credentials: 'reset' });
    return withLink(state, command, decision, operator);
  },
});

/** Something that leaves its trace in the audit log and changes no row. */
const recorded = (subject: string, before: Json, after: Json): Decision => ({
  ok: true,
  subject,
  before,
  after,
  postings: [],
  rows: [],
  events: [],
});

const ownSubject = (state: CoreState, by: OperatorStamp): string =>
  `operator ${authorityOf(state).operators.get(by.operator)?.name}`;

/** A factor of one's own came or went. */
export const changeCredential = operatorHandler<CredentialBody>({
  permission: 'signed in',
  decide: (state, { body }) => {
    const { by, change: what, kind, fingerprint } = body;
    const credential = { kind, fingerprint };
    const isAdded = what === 'added';
    return recorded(ownSubject(state, by), isAdded ? null : credential, isAdded ? credential : null);
  },
});

export const signInOperator = operatorHandler<OperatorBody>({
  permission: 'signed in',
  decide: (state, { body }) =>
    recorded(ownSubject(state, body.by), null, { session: body.by.session, credential: body.by.credential }),
});
