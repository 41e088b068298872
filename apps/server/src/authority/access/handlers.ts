import { code } from '@glasshouse/api/codes';
import { figureOf } from '../../figures/in-force.ts';
import { changeOf } from '../../kernel/core/effects.ts';
import { IDS_PER_COMMAND } from '../../kernel/core/internal-commands.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type {
  Command,
  CommandInput,
  CoreModule,
  CoreState,
  Json,
  Outcome,
  QuestionOutcome,
  Refusal,
  RowChange,
} from '../../kernel/core/types.ts';
import { SESSION_DIGEST } from '../../platform/session-scope.ts';
import {
  type AdoptCredentialsBody,
  adoptCredentials,
  type CheckBody,
  checkCredentials,
  type RecordBody,
  recordCredential,
  vouching,
} from './credentials.ts';
import {
  CREDENTIAL_ALARMS_TABLE,
  CREDENTIAL_RECORDS_TABLE,
  CREDENTIAL_STATES_TABLE,
  KNOWN_SESSIONS_TABLE,
  type KnownSession,
  SESSION_KINDS,
  type SessionKind,
  VOUCHINGS_TABLE,
  WITHDRAWAL_WAITS_TABLE,
} from './rows.ts';
import { type Sender, sendersOf } from './senders.ts';
import { ACCESS, type AccessRows, type AccessSlice, accessOf, emptySlice, reduce } from './slice.ts';
import { waitProblem } from './waits.ts';

const HOUR_MS = 3_600_000;

export type OpenedSession = {
  readonly digest: string;
  readonly kind: SessionKind;
  readonly owner: number;
  readonly until: number;
};
export type CloseBody = { readonly digests: readonly string[] };
export type KnownBody = { readonly digest: string; readonly owner: number; readonly kinds: readonly SessionKind[] };
export type AdoptBody = { readonly sessions: readonly OpenedSession[]; readonly last: boolean };
type Plain<Body extends Json> = { readonly body: Body; readonly facts: null };
export type AccessCommands = {
  readonly 'session.open': Plain<OpenedSession>;
  readonly 'session.close': Plain<CloseBody>;
  /** Sessions whose time is over. */
  readonly 'sessions.expire': Plain<CloseBody>;
  /** Sessions that were open before the core knew any. */
  readonly 'sessions.adopt': Plain<AdoptBody>;
  readonly 'credential.record': Plain<RecordBody>;
  readonly 'credential.check': Plain<CheckBody>;
  /** What protected accounts before the log knew of it. */
  readonly 'credentials.adopt': Plain<AdoptCredentialsBody>;
};

const withRows = (rows: readonly RowChange[], result: Json = null): Outcome => ({
  ok: true,
  result,
  postings: [],
  rows,
  events: [],
});

const rowOf = ({ seq, at }: Pick<Command, 'seq' | 'at'>, session: OpenedSession): RowChange => {
  const { digest, kind, owner, until } = session;
  const row: KnownSession = { opened_by: seq, digest, kind, owner, opened_at: at, until, ended_at: null };
  return changeOf(KNOWN_SESSIONS_TABLE, row);
};

const isSound = ({ digest, kind, owner, until }: OpenedSession, at: number): boolean =>
  SESSION_DIGEST.test(digest) &&
  SESSION_KINDS.includes(kind) &&
  Number.isSafeInteger(owner) &&
  0 < owner &&
  Number.isSafeInteger(until) &&
  at < until;

/**
 * 11006 for what is no session, or one that is open; 11078 when as many are open as the core
 * remembers: whoever opens them ends old ones then.
 */
function open(state: CoreState, command: Command<OpenedSession>): Outcome {
  const { body, at } = command;
  const { open: known, guests } = accessOf(state);
  if (!isSound(body, at)) return refuse(code.wrongFormat, 'session');
  if (known.has(body.digest)) return refuse(code.wrongFormat, 'digest');
  const isGuest = body.kind === 'guest';
  const count = isGuest ? guests : known.size - guests;
  const most = figureOf(state, isGuest ? 'sessions.guestsMax' : 'sessions.othersMax');
  return count < most ? withRows([rowOf(command, body)]) : refuse(code.capacityReached);
}

function close(state: CoreState, { body, at }: Command<CloseBody>): Outcome {
  if (IDS_PER_COMMAND < body.digests.length) return refuse(code.wrongFormat, 'digests');
  const { open: known } = accessOf(state);
  const ended = [...new Set(body.digests)].flatMap((digest) => known.get(digest) ?? []);
  return withRows(
    ended.map((session) => changeOf(KNOWN_SESSIONS_TABLE, { ...session, ended_at: at })),
    { ended: ended.length },
  );
}

function adoptSessions(state: CoreState, command: Command<AdoptBody>): Outcome {
  const { body, at } = command;
  const { open: known, vouched } = accessOf(state);
  if (vouched.has('sessions')) throw new Error('the sessions of before were taken over already');
  const adopted = body.sessions.filter((session) => isSound(session, at) && !known.has(session.digest));
  const rows = adopted.map((session) => rowOf(command, session));
  return withRows(body.last ? [...rows, vouching(command, 'sessions')] : rows, { sessions: adopted.length });
}

const senders = new WeakMap<object, ReadonlyMap<string, Sender>>();

function senderOf({ modules }: CoreState, type: string): Sender | undefined {
  let known = senders.get(modules);
  if (known === undefined) {
    known = sendersOf(modules);
    senders.set(modules, known);
  }
  return known.get(type);
}

/** All that an operator may do whose second factor is not given yet. */
const SIGNING_IN: ReadonlySet<string> = new Set(['operator.signIn', 'operator.credential']);

/**
 * 11014 for a command of a person or an operator whose session the core was not told of, or whose
 * end it was told of. A row that somebody wrote into the database opens nothing.
 */
function admits(state: CoreState, command: Command): Refusal | undefined {
  const { open: known, vouched } = accessOf(state);
  if (!vouched.has('sessions')) return undefined;
  const sender = senderOf(state, command.type);
  if (sender === undefined) return undefined;
  const session = command.session === undefined ? undefined : known.get(command.session);
  if (session === undefined || session.until <= command.at || session.kind === 'stepUp')
    return refuse(code.sessionExpired);
  const isOperator = session.kind === 'operator' || (session.kind === 'signingIn' && SIGNING_IN.has(command.type));
  if (isOperator !== (sender === 'operator')) return refuse(code.sessionExpired);
  const owner = isOperator
    ? (command.body as { readonly by?: { readonly operator?: number } } | null)?.by?.operator
    : command.userId;
  return session.owner === owner ? undefined : refuse(code.sessionExpired);
}

/**
 * Whether a session is open, and of whom: for what is read, and for what the gateway does itself.
 * Any is where the log does not vouch for sessions yet.
 */
function isKnown(state: CoreState, { body }: CommandInput, at: number): QuestionOutcome {
  const { digest, owner, kinds } = body as KnownBody;
  const { open: known, vouched } = accessOf(state);
  if (!vouched.has('sessions')) return { ok: true, result: { known: true } };
  const session = known.get(digest);
  const isOpen = session !== undefined && at < session.until;
  return { ok: true, result: { known: isOpen && session.owner === owner && kinds.includes(session.kind) } };
}

/** Once an hour; what is over is refused anyway. */
function dueSessions(state: CoreState, at: number): CommandInput[] {
  const slice = accessOf(state);
  if (at < slice.nextLook || slice.open.size === 0) return [];
  slice.nextLook = at + HOUR_MS;
  const over: string[] = [];
  for (const { digest, until } of slice.open.values()) {
    if (until <= at) over.push(digest);
    if (IDS_PER_COMMAND <= over.length) break;
  }
  if (over.length === 0) return [];
  // More of them than one command names are found at the next turn.
  if (IDS_PER_COMMAND <= over.length) slice.nextLook = at;
  const id = `sessions.expire:${over[0]}`;
  return [{ id, userId: 0, book: 'real', type: 'sessions.expire', body: { digests: over } }];
}

/** Sessions whose commands the core takes, and digests of what protects accounts. */
export const accessModule: CoreModule<AccessCommands, AccessRows, AccessSlice> = {
  name: ACCESS.name,
  initial: emptySlice,
  tables: [
    KNOWN_SESSIONS_TABLE,
    VOUCHINGS_TABLE,
    CREDENTIAL_RECORDS_TABLE,
    CREDENTIAL_STATES_TABLE,
    CREDENTIAL_ALARMS_TABLE,
    WITHDRAWAL_WAITS_TABLE,
  ],
  reduce,
  handlers: {
    'session.open': open,
    'session.close': close,
    'sessions.expire': close,
    'sessions.adopt': adoptSessions,
    'credential.record': recordCredential,
    'credential.check': checkCredentials,
    'credentials.adopt': adoptCredentials,
  },
  gather: {},
  questions: { 'session.known': isKnown },
  internal: ['sessions.expire', 'sessions.adopt', 'credentials.adopt'],
  admits: (state, command) => admits(state, command) ?? waitProblem(state, command),
  onTime: dueSessions,
};
