import { code } from '@glasshouse/api/codes';
import { type Permission, type Role, rolesAllow } from '@glasshouse/api/operator/permissions';
import { figureOf } from '../figures/in-force.ts';
import { changeOf } from '../kernel/core/effects.ts';
import { refuse } from '../kernel/core/refusal.ts';
import { RULES_VERSION, rulesOf } from '../kernel/core/rules.ts';
import type {
  Command,
  CommandInput,
  CoreModule,
  CoreState,
  Effects,
  Gatherer,
  Handler,
  Json,
  MarketView,
  Outcome,
  Refusal,
} from '../kernel/core/types.ts';
import { ACTIONS_TABLE, type ActionRow, type OperatorRequest, REQUESTS_TABLE } from './rows.ts';
import { authorityOf, parameterOf } from './slice.ts';
import type { OperatorBody, OperatorStamp } from './stamp.ts';

/** What an operator's command does, and how the record of it reads. */
export interface Decision extends Effects {
  readonly ok: true;
  /** What it is about: `withdrawal 812`. */
  readonly subject: string;
  /** Before and after, as the audit log shows it. Nothing personal: the log is for ever. */
  readonly before: Json;
  readonly after: Json;
}

/** What an operator must hold; `signed in`: any active operator, about their own account. */
export type RequiredPermission = Permission | 'signed in';

export interface OperatorAction<Body extends Json, Facts extends Json> {
  /** `version`: of the rules in force. */
  readonly permission: RequiredPermission | ((body: Body, version: number) => RequiredPermission);
  /** Whether a second person must approve; never when left out. */
  readonly secondPerson?: (state: CoreState, command: Command<Body, Facts>) => boolean;
  /** The role that one of the two persons must hold, from version 10 of the rules on. */
  readonly roleAmongTwo?: (body: Body) => Role | undefined;
  readonly decide: (state: CoreState, command: Command<Body, Facts>) => Decision | Refusal;
}

const HOUR_MS = 3_600_000;

/** What an approval asks of its two persons. */
interface Approvable {
  readonly needed: (body: Json, version: number) => RequiredPermission;
  readonly roleAmongTwo: (body: Json) => Role | undefined;
}

/** By handler, so that an approval asks for the permission of what it approves. */
const approvables = new WeakMap<object, Approvable>();
/**
 * Commands that `runApproved` made. Nothing from outside can be in here, so no body can claim an
 * approval.
 */
const approvals = new WeakMap<object, { readonly request: number; readonly by: OperatorStamp }>();

/**
 * The handler of an operator's command. In the core, whatever the gateway thinks: the operator is
 * active and holds the permission; where a second person is needed, the command makes a request
 * and nothing else; and what was done is recorded. Answers `{state, request}`.
 */
export function operatorHandler<Body extends OperatorBody, Facts extends Json = null>(
  action: OperatorAction<Body, Facts>,
): Handler<Body, Facts> {
  const { permission, roleAmongTwo = () => undefined } = action;
  const needed = typeof permission === 'function' ? permission : () => permission;
  const handle = (state: CoreState, command: Command<Body, Facts>): Outcome => {
    const { by, reason } = command.body;
    if (!mayAct(state, by.operator, needed(command.body, rulesOf(state)))) return refuse(code.permissionDenied);
    if (reason.trim() === '') return refuse(code.fieldRequired, 'reason');
    const decision = action.decide(state, command);
    if (!decision.ok) return decision;
    const request = approvals.get(command)?.request;
    if (request === undefined && action.secondPerson?.(state, command) === true) return ask(state, command, decision);
    return {
      ok: true,
      result: { state: 'done', request: request ?? null },
      postings: decision.postings,
      rows: [...decision.rows, changeOf(ACTIONS_TABLE, actionRow(command, decision, request ?? null))],
      events: decision.events,
    };
  };
  approvables.set(handle, {
    needed: needed as Approvable['needed'],
    roleAmongTwo: roleAmongTwo as Approvable['roleAmongTwo'],
  });
  return handle;
}

/**
 * A handler behind a check of its own. What an operator needs for it stays known, so that approvals
 * ask for the same.
 */
export function behindCheck(
  handle: Handler,
  check: (state: CoreState, command: Command) => Refusal | undefined,
): Handler {
  const checked: Handler = (state, command) => check(state, command) ?? handle(state, command);
  const approvable = approvables.get(handle);
  if (approvable !== undefined) approvables.set(checked, approvable);
  return checked;
}

/** Everybody who stands behind the command: who gave it, and who approved it. */
export function actorsOf(command: Command<OperatorBody, Json>): readonly OperatorStamp[] {
  const approval = approvals.get(command);
  return approval === undefined ? [command.body.by] : [command.body.by, approval.by];
}

/** The request that the command carries out. */
export const approvedRequest = (command: Command<OperatorBody>): number | undefined => approvals.get(command)?.request;

export function mayAct(state: CoreState, operatorId: number, needed: RequiredPermission): boolean {
  const operator = authorityOf(state).operators.get(operatorId);
  if (operator?.state !== 'active') return false;
  return needed === 'signed in' || rolesAllow(operator.roles, needed);
}

export const actionRow = (
  command: Command<OperatorBody>,
  decision: Pick<Decision, 'subject' | 'before' | 'after'>,
  request: number | null,
): ActionRow => ({
  seq: command.seq,
  operator: command.body.by.operator,
  type: command.type,
  user_id: command.userId,
  subject: decision.subject,
  before: decision.before,
  after: decision.after,
  reason: command.body.reason,
  session: command.body.by.session,
  device: command.body.by.device,
  address: command.body.by.address,
  request,
  at: command.at,
});

/** Keeps the command for a second person; it was decided once, so what cannot be is refused now. */
function ask(state: CoreState, command: Command<OperatorBody, Json>, decision: Decision): Outcome {
  if (figureOf(state, 'requests.waitingMax') <= authorityOf(state).requests.size) return refuse(code.capacityReached);
  const { by, reason, ...fields } = command.body;
  const request: OperatorRequest = {
    id: command.seq,
    type: command.type,
    user_id: command.userId,
    book: command.book,
    body: fields,
    subject: decision.subject,
    before: decision.before,
    after: decision.after,
    reason,
    asked_by: by.operator,
    asked_session: by.session,
    asked_device: by.device,
    asked_credential: by.credential,
    asked_address: by.address,
    asked_at: command.at,
    expires_at: command.at + parameterOf(state, 'request.expiry_hours') * HOUR_MS,
    state: 'waiting',
    decided_by: null,
    decided_at: null,
    decided_seq: null,
    decision_reason: null,
  };
  return {
    ok: true,
    result: { state: 'waiting', request: request.id },
    postings: [],
    rows: [
      changeOf(REQUESTS_TABLE, request),
      changeOf(ACTIONS_TABLE, {
        ...actionRow(command as Command<OperatorBody>, decision, request.id),
        type: 'request.ask',
      }),
    ],
    events: [],
  };
}

/** The handler of a request's command; undefined for what is no operator's command. */
function handlerOf(
  modules: readonly CoreModule[],
  type: string,
): ({ readonly handle: Handler } & Approvable) | undefined {
  for (const { handlers } of modules) {
    const handle = (handlers as Readonly<Record<string, Handler>>)[type];
    const approvable = handle === undefined ? undefined : approvables.get(handle);
    if (handle !== undefined && approvable !== undefined) return { handle, ...approvable };
  }
  return undefined;
}

/** Whether `operatorHandler` made it. */
export const isOperatorHandler = (handle: Handler): boolean => approvables.has(handle);

/** What the decider of a request must hold too. */
export const neededFor = (
  modules: readonly CoreModule[],
  { type, body }: Pick<OperatorRequest, 'type' | 'body'>,
  version = RULES_VERSION,
): RequiredPermission | undefined => handlerOf(modules, type)?.needed(body, version);

/** The role that neither of the two persons holds, although one of them must. */
export function roleMissing(
  modules: readonly CoreModule[],
  { type, body }: Pick<OperatorRequest, 'type' | 'body'>,
  rolesOfTwo: readonly string[],
): Role | undefined {
  const role = handlerOf(modules, type)?.roleAmongTwo(body);
  return role === undefined || rolesOfTwo.includes(role) ? undefined : role;
}

/** The body that was asked for, in the name of who asked. */
const askedBody = (request: OperatorRequest): OperatorBody => ({
  ...request.body,
  by: {
    operator: request.asked_by,
    session: request.asked_session,
    device: request.asked_device,
    credential: request.asked_credential,
    address: request.asked_address,
  },
  reason: request.reason,
});

/** What the approved command needs of the market, as of the approval. */
export function gatherApproved(
  { input, request }: { readonly input: CommandInput; readonly request: OperatorRequest },
  at: number,
  market: MarketView,
  state: CoreState,
): Json {
  for (const { gather } of state.modules) {
    const gatherer = (gather as Readonly<Record<string, Gatherer>>)[request.type];
    if (gatherer === undefined) continue;
    return gatherer({ ...input, type: request.type, body: askedBody(request) }, at, market, state);
  }
  return null;
}

/**
 * Runs what was asked for, in the name of who asked, as part of the command that approves it. The
 * one who asked must still be allowed to.
 */
export function runApproved(state: CoreState, deciding: Command, request: OperatorRequest, facts: Json): Outcome {
  const found = handlerOf(state.modules, request.type);
  if (found === undefined) return refuse(code.nothingFound, 'request');
  const { shown } = deciding.body as { readonly shown?: string };
  const body = { ...askedBody(request), ...(shown !== undefined && { shown }) };
  const command: Command = { ...deciding, type: request.type, body, facts };
  approvals.set(command, { request: request.id, by: (deciding.body as OperatorBody).by });
  return found.handle(state, command);
}
