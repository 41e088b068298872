import { CODE } from './codes.ts';
import type { Findings } from './findings.ts';
import { type ExpectedRow, type Prediction, refusal } from './prediction.ts';
import type { Product, Reference } from './product.ts';
import type { Entry } from './stored.ts';

interface Operator {
  readonly id: number;
  readonly roles: readonly string[];
}
interface Stamp {
  readonly operator: number;
  readonly session: number;
  readonly device: string;
  readonly credential: string;
  readonly address: string;
}
export interface OperatorBody {
  readonly by: Stamp;
  readonly reason: string;
  readonly [field: string]: unknown;
}

/** What an operator's command would do, and how its record reads. */
export type Decision =
  | Prediction
  | {
      readonly subject: string;
      readonly before: unknown;
      readonly after: unknown;
      /** Moves money, and returns rows and events; called only if it takes effect. */
      readonly apply: (entry: Entry) => Pick<Prediction, 'rows' | 'events' | 'counts'>;
      readonly needsSecond?: boolean;
    };
/** `partner`: who approved what another one asked for. */
export type Decided = Entry & { readonly partner?: Stamp };
type Decide = (entry: Decided) => Decision;

interface Request {
  readonly id: number;
  readonly row: Readonly<Record<string, unknown>>;
  readonly type: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly user: number;
  readonly book: string;
  readonly by: Stamp;
  readonly reason: string;
  readonly expires: number;
}

/** `by`: nobody where its owner closed the account. */
export interface AccountRestriction {
  readonly status: string;
  readonly reason: string;
  readonly since: number;
  readonly by: number | null;
}

/** What begins something; what ends it is open to everybody. */
const ORDERS: ReadonlySet<string> = new Set([
  'options.buy',
  'contracts.buy',
  'contracts.reverse',
  'spot.submit',
  'convert.fill',
]);

/** What needs the warning to have been read. */
const WARNED: Readonly<Record<string, string>> = {
  'options.buy': 'options',
  'contracts.buy': 'contracts',
  'contracts.reverse': 'contracts',
};

const EXPIRY_MS = 72 * 3_600_000;
const REQUESTS_MAX = 1_000;

/** Parameters that these worlds set: their values before that, and whether two persons set them. */
const PARAMETERS: Readonly<Record<string, { readonly first: unknown; readonly money: boolean }>> = {
  'deposit.auto_credit_usdt': { first: '0', money: true },
  'deposit.bank': { first: {}, money: true },
  'deposit.confirmations': { first: {}, money: true },
  'withdrawal.two_person_usdt': { first: '10000', money: true },
  'kyc.review_hours': { first: 48, money: false },
  'kyc.retention_days': { first: 1_825, money: false },
  'site.operator': { first: '', money: false },
  'loan.law': { first: '', money: true },
};
const INTEGERS: Readonly<Record<string, readonly [number, number]>> = {
  'kyc.review_hours': [1, 240],
  'kyc.retention_days': [0, 3_650],
};

type RolesOf = (entry: Pick<Entry, 'body'>) => readonly string[];

/** Operators, four eyes, parameters and standing, as far as money in and out needs them. */
export class AuthorityModel implements Product {
  readonly types: { [type: string]: (entry: Entry) => Prediction };
  readonly #operators = new Map<number, Operator>();
  readonly #requests = new Map<number, Request>();
  /** Who may begin nothing, and why. */
  readonly #frozen = new Map<number, AccountRestriction>();
  /** Newest text of each warning that somebody has read on the real book. */
  readonly #read = new Map<string, number>();
  readonly #parameters = new Map<string, { readonly value: unknown; readonly version: number }>();
  /** What follows when a parameter changes, in the same entry. */
  readonly #followers = new Map<string, (entry: Entry) => Pick<Prediction, 'rows' | 'events' | 'counts'>>();
  readonly #deciders = new Map<
    string,
    {
      readonly rolesOf: RolesOf;
      readonly decide: Decide;
      /** The role that one of the two persons must hold. */
      readonly among: (entry: Pick<Entry, 'body'>) => string | undefined;
    }
  >();

  readonly #findings: Findings;
  readonly #figure: Reference['figure'];
  readonly #rulesOf: Reference['rulesOf'];

  constructor(reference: Pick<Reference, 'findings' | 'figure' | 'rulesOf'>) {
    this.#findings = reference.findings;
    this.#rulesOf = (named) => reference.rulesOf(named);
    this.#figure = (name, first) => reference.figure(name, first);
    this.types = {
      'operator.add': (entry) => this.#add(entry),
      'standing.set': (entry) => this.#standing(entry),
      'request.decide': (entry) => this.#decide(entry),
      'request.expire': (entry) => this.#expire(entry),
      'risk.acknowledge': (entry) => this.#acknowledge(entry),
    };
    const ofCompliance = ({ body }: Pick<Entry, 'body'>): boolean =>
      10 <= this.#rulesOf(undefined) && String((body as { key?: unknown }).key).startsWith('kyc.');
    this.action(
      'parameter.set',
      (entry) => (ofCompliance(entry) ? ['owner', 'compliance'] : ['owner', 'finance', 'compliance']),
      (entry) => this.#set(entry),
      (entry) => (ofCompliance(entry) ? 'compliance' : undefined),
    );
  }

  parameter(key: string): unknown {
    return this.#parameters.get(key)?.value ?? this.#figure(`parameter.${key}`, PARAMETERS[key]?.first);
  }

  isFrozen(user: number): boolean {
    return this.#frozen.has(user);
  }

  /** How somebody stands who may begin nothing. */
  standingOf(user: number): AccountRestriction | undefined {
    return this.#frozen.get(user);
  }

  /** Puts a person somewhere else, by nobody of the operators. */
  stand(user: number, barred: AccountRestriction | undefined): void {
    if (barred === undefined) this.#frozen.delete(user);
    else this.#frozen.set(user, barred);
  }

  /**
   * Nobody frozen begins an order, whatever else would be said of it; and nobody loses real money
   * before having read how many do.
   */
  refusalOf({ user, type, book }: Entry): Prediction | undefined {
    const isBarred = ORDERS.has(type) && 7 <= this.#rulesOf(undefined) && this.#frozen.has(user);
    if (isBarred) return { ...refusal(CODE.frozen), counts: [`${type} of somebody frozen`] };
    const isFunding = /^(?:deposits|withdrawals)\./.test(type);
    if (isFunding && book !== 'real' && 10 <= this.#rulesOf(undefined)) {
      return { ...refusal(CODE.realOnly), counts: ['money in or out on the demo book'] };
    }
    const product = WARNED[type];
    if (product === undefined || book !== 'real') return undefined;
    const isUnread = (this.#read.get(`${user} ${product}`) ?? 0) < this.#figure('risk.textMin', 0);
    return isUnread ? { ...refusal(CODE.unread), counts: [`${type} without the warning`] } : undefined;
  }

  #acknowledge({ seq, at, user, book, body }: Entry): Prediction {
    const { product, text, language } = body as { product: string; text: number; language: string };
    const isKnown = this.#figure('risk.textMin', 0) <= text && text <= this.#figure('risk.textMax', 1);
    if (!isKnown) return refusal(CODE.range, 'text');
    const name = `${user} ${product}`;
    if (book === 'real') this.#read.set(name, Math.max(text, this.#read.get(name) ?? 0));
    const row = { seq, user_id: user, book, product, text, language, at };
    return {
      code: CODE.done,
      result: { product, text, language, at: new Date(at).toISOString() },
      rows: [{ table: 'risk_acknowledgements', row }],
    };
  }

  onParameter(key: string, follow: (entry: Entry) => Pick<Prediction, 'rows' | 'events' | 'counts'>): void {
    this.#followers.set(key, follow);
  }

  /** An operator's command of another model. */
  action(
    type: string,
    roles: readonly string[] | RolesOf,
    decide: Decide,
    among: (entry: Pick<Entry, 'body'>) => string | undefined = () => undefined,
  ): void {
    const rolesOf: RolesOf = typeof roles === 'function' ? roles : () => roles;
    this.#deciders.set(type, { rolesOf, decide, among });
    this.types[type] = (entry) => this.#act(entry);
  }

  /** Whether somebody asks for this about a deposit, and waits for a second person. */
  isAsked(type: string, deposit: number, at: number): boolean {
    const subject = `deposit ${deposit}`;
    return [...this.#requests.values()].some(
      (request) => request.type === type && request.row.subject === subject && at < request.expires,
    );
  }

  checkNothingOverdue(at: number): void {
    for (const { id, expires } of this.#requests.values()) {
      this.#findings.check(at < expires, () => `request ${id} should have expired`);
    }
  }

  #may(operator: number, roles: readonly string[]): boolean {
    return this.#operators.get(operator)?.roles.some((role) => roles.includes(role)) === true;
  }

  #add({ seq, at, body }: Entry): Prediction {
    const { name, roles } = body as { name: string; roles: string[] };
    this.#operators.set(seq, { id: seq, roles });
    const row = { id: seq, name, roles, state: 'active', added_at: at, added_by: null };
    const by = { operator: seq, session: 0, device: 'server', credential: '', address: 'server' };
    const record = { subject: `operator ${name}`, before: null, after: { name, roles, state: 'active' } };
    const entry = { seq, at, user: 0, type: 'operator.add', body: { by, reason: 'command line of the server' } };
    return {
      code: CODE.done,
      result: { operator: seq },
      rows: [{ table: 'operators', row }, actionRow(entry, record, null)],
    };
  }

  #set({ at, body }: Entry): Decision {
    const { by, key, value } = body as unknown as OperatorBody & { key: string; value: unknown };
    const known = PARAMETERS[key];
    if (known === undefined) return refusal(CODE.nothingFound, 'key');
    const [least, most] = INTEGERS[key] ?? [0, 0];
    if (typeof value === 'number' && (value < least || most < value)) return refusal(CODE.range, 'value');
    const { iban } = (value ?? {}) as { iban?: unknown };
    // The workload has one account that is none.
    if (10 <= this.#rulesOf(undefined) && key === 'deposit.bank' && iban === 'DE00') {
      return refusal(CODE.format, 'value.iban');
    }
    return {
      subject: `parameter ${key}`,
      before: this.parameter(key),
      after: value,
      needsSecond: known.money || (10 <= this.#rulesOf(undefined) && key.startsWith('kyc.')),
      apply: (applied) => {
        const version = (this.#parameters.get(key)?.version ?? 0) + 1;
        this.#parameters.set(key, { value, version });
        const row = { key, version, value, set_at: at, set_by: by.operator };
        const followed = this.#followers.get(key)?.(applied) ?? {};
        return {
          rows: [{ table: 'parameters', row }, ...(followed.rows ?? [])],
          events: followed.events ?? [],
          counts: [`parameter ${key}`, ...(followed.counts ?? [])],
        };
      },
    };
  }

  #standing(entry: Entry): Prediction {
    const { user, at, book } = entry;
    const { by, reason, status } = entry.body as unknown as OperatorBody & { status: string };
    if (!this.#may(by.operator, ['owner', 'compliance'])) return refusal(CODE.denied);
    if (user === 0) return refusal(CODE.nothingFound, 'user');
    const held = this.#frozen.get(user);
    if (held?.by === null && 8 <= this.#rulesOf(undefined)) {
      return { ...refusal(CODE.frozen), counts: ['an operator and a closed account'] };
    }
    const was = held?.status ?? 'active';
    if (was === status) return refusal(CODE.nothingFound, 'status');
    const why = status === 'active' ? null : reason;
    this.stand(user, status === 'active' ? undefined : { status, reason, since: at, by: by.operator });
    const before = { status: was, reason: held?.reason ?? null };
    const standing = { user_id: user, status, reason: why, since: at, changed_by: by.operator };
    const record = { subject: `user ${user}`, before, after: { status, reason: why } };
    return {
      code: CODE.done,
      result: { state: 'done', request: null },
      rows: [{ table: 'user_standings', row: standing }, actionRow(entry, record, null)],
      events: [{ userId: user, book, kind: 'standing', data: { status, reason: why } }],
    };
  }

  #act(entry: Entry): Prediction {
    const { rolesOf, decide } = this.#deciders.get(entry.type)!;
    const roles = rolesOf(entry);
    const { by, reason } = entry.body as OperatorBody;
    if (!this.#may(by.operator, roles)) return refusal(CODE.denied);
    const decision = decide(entry);
    if ('code' in decision) return decision;
    if (decision.needsSecond !== true) return this.#done(entry, decision, null);
    if (this.#figure('requests.waitingMax', REQUESTS_MAX) <= this.#requests.size) return refusal(CODE.capacity);
    const { by: _by, reason: _reason, ...body } = entry.body as OperatorBody;
    const { seq: id, type, user, book, at } = entry;
    const row = {
      id,
      type,
      user_id: user,
      book,
      body,
      reason,
      subject: decision.subject,
      before: decision.before,
      after: decision.after,
      asked_by: by.operator,
      asked_session: by.session,
      asked_device: by.device,
      asked_credential: by.credential,
      asked_address: by.address,
      asked_at: at,
      expires_at: at + EXPIRY_MS,
      state: 'waiting',
      decided_by: null,
      decided_at: null,
      decided_seq: null,
      decision_reason: null,
    };
    this.#requests.set(id, { id, row, type, body, user, book, by, reason, expires: at + EXPIRY_MS });
    const rows = [{ table: 'operator_requests', row }, actionRow({ ...entry, type: 'request.ask' }, decision, id)];
    return { code: CODE.done, result: { state: 'waiting', request: id }, rows, counts: ['request asked'] };
  }

  #done(entry: Entry, decision: Exclude<Decision, Prediction>, request: number | null): Prediction {
    const { rows = [], ...rest } = decision.apply(entry);
    return {
      code: CODE.done,
      result: { state: 'done', request },
      ...rest,
      rows: [...rows, actionRow(entry, decision, request)],
    };
  }

  #decide(entry: Entry): Prediction {
    const { by, reason, request: id, verdict } = entry.body as OperatorBody & { request: number; verdict: string };
    const found = this.#requests.get(id);
    const isOpen =
      found !== undefined && entry.at < found.expires && found.user === entry.user && found.book === entry.book;
    const decider = isOpen ? this.#deciders.get(found.type)! : undefined;
    const needed = isOpen && decider ? decider.rolesOf(found) : ['owner', 'finance', 'compliance', 'auditor'];
    if (!this.#may(by.operator, needed)) return refusal(CODE.denied);
    if (!isOpen) return refusal(CODE.notOpen, 'request');
    const { by: requester } = found;
    const isSame =
      requester.operator === by.operator ||
      requester.session === by.session ||
      requester.device === by.device ||
      requester.credential === by.credential;
    if (isSame) return refusal(CODE.ownRequest);
    const role = verdict === 'approve' ? decider?.among(found) : undefined;
    if (role !== undefined && ![requester.operator, by.operator].some((id) => this.#may(id, [role]))) {
      return { ...refusal(CODE.complianceNeeded, 'request'), counts: ['a request without compliance'] };
    }
    let done: Prediction = { code: CODE.done, result: null };
    if (verdict === 'approve') {
      if (!this.#may(requester.operator, needed)) return refusal(CODE.denied);
      const stamp = requester;
      const { shown } = entry.body as { shown?: string };
      const body = { ...found.body, by: stamp, reason: found.reason, ...(shown !== undefined && { shown }) };
      const original = { ...entry, type: found.type, body, partner: by };
      const decision = this.#deciders.get(found.type)!.decide(original);
      if ('code' in decision) return decision;
      done = this.#done(original, decision, id);
    }
    this.#requests.delete(id);
    const state = verdict === 'approve' ? 'approved' : 'rejected';
    const { seq, at } = entry;
    const row = {
      ...found.row,
      state,
      decided_by: by.operator,
      decided_at: at,
      decided_seq: seq,
      decision_reason: reason,
    };
    const after = { state, type: found.type, subject: found.row.subject };
    const record = { subject: `request ${id}`, before: { state: 'waiting' }, after };
    return {
      code: CODE.done,
      result: { state, request: id, type: found.type },
      rows: [...(done.rows ?? []), { table: 'operator_requests', row }, actionRow(entry, record, id)],
      events: done.events ?? [],
      counts: [...(done.counts ?? []), `request ${state}`],
    };
  }

  #expire({ seq, at, body }: Entry): Prediction {
    const { requests } = body as { requests: number[] };
    const rows = requests.map((id): ExpectedRow => {
      const found = this.#requests.get(id)!;
      this.#requests.delete(id);
      return { table: 'operator_requests', row: { ...found.row, state: 'expired', decided_at: at, decided_seq: seq } };
    });
    return { code: CODE.done, result: { requests: requests.length }, rows };
  }
}

function actionRow(
  { seq, at, user, type, body }: Pick<Entry, 'seq' | 'at' | 'user' | 'type' | 'body'>,
  { subject, before, after }: { subject: string; before: unknown; after: unknown },
  request: number | null,
): ExpectedRow {
  const { by, reason } = body as OperatorBody;
  const { operator, session, device, address } = by;
  const row = {
    seq,
    operator,
    type,
    user_id: user,
    subject,
    before,
    after,
    reason,
    session,
    device,
    address,
    request,
    at,
  };
  return { table: 'operator_actions', row };
}
