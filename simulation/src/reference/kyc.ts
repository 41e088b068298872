import type { AuthorityModel, Decision, OperatorBody } from './authority.ts';
import { CODE } from './codes.ts';
import { type ExpectedEvent, type ExpectedRow, type Prediction, refusal } from './prediction.ts';
import type { Product, Reference } from './product.ts';
import type { Entry } from './stored.ts';

type Level = 'basic' | 'full';

interface Case extends Readonly<Record<string, unknown>> {
  readonly id: number;
  readonly user_id: number;
  readonly level: Level;
  readonly state: string;
}
interface Place {
  readonly state: string;
  readonly case: number | null;
  readonly attempts: number;
  readonly since: number | null;
}
interface Verdict {
  readonly case: number;
  readonly decision: string;
  readonly code: string | null;
  readonly refused: readonly { readonly part: string }[];
}

const HOUR_MS = 3_600_000;
const ATTEMPTS_MAX = 20;
const FULL_PARTS = ['idFront', 'idBack', 'handHeld', 'signature', 'proofOfAssets', 'income'];
const NOWHERE: Place = { state: 'none', case: null, attempts: 0, since: null };

/** Identity checks. Keeps every case that ever was, and where each person stands at both levels. */
export class KycModel implements Product {
  readonly types: Product['types'];
  readonly #reference: Reference;
  readonly #authority: AuthorityModel;
  readonly #cases = new Map<number, Case>();
  readonly #places = new Map<string, Place>();

  constructor(reference: Reference, authority: AuthorityModel) {
    this.#reference = reference;
    this.#authority = authority;
    this.types = {
      'kyc.submit': (entry) => this.#submit(entry),
      'kyc.assess': (entry) => this.#assess(entry),
      'kyc.share': (entry) => this.#share(entry),
      'kyc.expire': (entry) => this.#expire(entry),
    };
    authority.action('kyc.review', ['owner', 'compliance'], (entry) => this.#review(entry));
    authority.action('kyc.withdraw', ['owner', 'compliance'], (entry) => this.#withdraw(entry));
  }

  /** Whether the person ever asked for a check. */
  knows(user: number): boolean {
    return this.#places.has(`${user}/basic`) || this.#places.has(`${user}/full`);
  }

  /** What says who the person is now. */
  nameOf(user: number): { readonly case: number | null; readonly since: number | null } | undefined {
    const place = this.#at(user, 'basic');
    return place.state === 'verified' ? place : undefined;
  }

  /** How far somebody is identified. */
  levelOf(user: number): 'none' | 'basic' | 'full' {
    if (this.#at(user, 'basic').state !== 'verified') return 'none';
    return this.#at(user, 'full').state === 'verified' ? 'full' : 'basic';
  }

  #at(user: number, level: Level): Place {
    return this.#places.get(`${user}/${level}`) ?? NOWHERE;
  }

  /** Puts a person somewhere else; both levels are one row. */
  #put(user: number, places: Partial<Record<Level, Place>>): ExpectedRow {
    for (const [level, place] of Object.entries(places)) this.#places.set(`${user}/${level}`, place);
    const columns = (['basic', 'full'] as const).flatMap((level) =>
      Object.entries(this.#at(user, level)).map(([column, value]) => [`${level}_${column}`, value]),
    );
    return { table: 'kyc_states', row: { user_id: user, ...Object.fromEntries(columns) } };
  }

  #waiting(id: number, user: number): Case | undefined {
    const found = this.#cases.get(id);
    return found?.state === 'pending' && found.user_id === user ? found : undefined;
  }

  #submit({ user, seq, at, book, body }: Entry): Prediction {
    const { level, submission, digest } = body as { level: Level; submission: string; digest: string };
    if (this.#authority.isFrozen(user)) return refusal(CODE.frozen);
    if (level === 'full' && this.#at(user, 'basic').state !== 'verified') return refusal(CODE.basicFirst);
    const { state, attempts } = this.#at(user, level);
    const most = this.#reference.figure('kyc.attemptsMax', ATTEMPTS_MAX);
    if (state === 'pending' || state === 'verified' || most <= attempts) return refusal(CODE.checkState);
    const reviewBy = at + Number(this.#authority.parameter('kyc.review_hours')) * HOUR_MS;
    const made: Case = {
      id: seq,
      user_id: user,
      level,
      attempt: attempts + 1,
      state: 'pending',
      submission,
      digest,
      submitted_at: at,
      review_by: reviewBy,
      reviewed_at: null,
      reviewer: null,
      reason: null,
      refused: [],
      note_digest: null,
      closed_by: null,
    };
    this.#cases.set(seq, made);
    const standing = this.#put(user, { [level]: { state: 'pending', case: seq, attempts: attempts + 1, since: at } });
    const iso = (time: number): string => new Date(time).toISOString();
    return {
      code: CODE.done,
      result: { state: 'pending', submittedAt: iso(at), reviewBy: iso(reviewBy) },
      rows: [{ table: 'kyc_cases', row: made }, standing],
      events: [eventOf(user, book, level, 'pending')],
    };
  }

  /** What is wrong with a verdict on a case. */
  #fault(found: Case | undefined, { decision, code, refused }: Verdict): Prediction | undefined {
    if (found === undefined) return refusal(CODE.nothingFound, 'id');
    if (decision === 'verify') {
      return code === null && refused.length === 0 ? undefined : refusal(CODE.format, 'code');
    }
    if (code === null) return refusal(CODE.required, 'code');
    const parts = refused.map(({ part }) => part);
    const isNew = 10 <= this.#reference.rulesOf(undefined);
    const foreign = FULL_PARTS.filter((part) => !isNew || (part !== 'idFront' && part !== 'idBack'));
    const isOfLevel = found.level === 'full' || !parts.some((part) => foreign.includes(part));
    return isOfLevel && new Set(parts).size === parts.length ? undefined : refusal(CODE.format, 'refused');
  }

  #close(found: Case, entry: Entry, review: { verdict: Verdict; reviewer: string; noteDigest: string | null }) {
    const { user_id: user, level } = found;
    const isVerified = review.verdict.decision === 'verify';
    const state = isVerified ? 'verified' : 'notPassed';
    const row: Case = {
      ...found,
      state,
      reviewed_at: entry.at,
      reviewer: review.reviewer,
      reason: review.verdict.code,
      refused: review.verdict.refused,
      note_digest: review.noteDigest,
      closed_by: entry.seq,
    };
    this.#cases.set(found.id, row);
    const attempts = isVerified ? 0 : this.#at(user, level).attempts;
    const standing = this.#put(user, { [level]: { state, case: found.id, attempts, since: entry.at } });
    return {
      rows: [{ table: 'kyc_cases', row }, standing],
      events: [eventOf(user, entry.book, level, state)],
      counts: [`identity ${state}`],
    };
  }

  #review(entry: Entry): Decision {
    const body = entry.body as unknown as OperatorBody & Verdict & { noteDigest: string | null };
    const found = this.#waiting(body.case, entry.user);
    const fault = this.#fault(found, body);
    if (fault !== undefined || found === undefined) return fault ?? refusal(CODE.nothingFound, 'id');
    const state = body.decision === 'verify' ? 'verified' : 'notPassed';
    return {
      subject: `kyc ${found.id} (${found.level})`,
      before: { state: 'pending' },
      after: { state, reason: body.code, refused: body.refused },
      apply: () => {
        const reviewer = `operator ${body.by.operator}`;
        return this.#close(found, entry, { verdict: body, reviewer, noteDigest: body.noteDigest });
      },
    };
  }

  /** Always asked of a second person. Without the basic check the full one counts for nothing. */
  #withdraw(entry: Entry): Decision {
    const { user, at, seq, book } = entry;
    const body = entry.body as unknown as OperatorBody & Verdict & { level: Level; noteDigest: string | null };
    const { level, code: reason, noteDigest: note_digest, by } = body;
    const counting = this.#at(user, level);
    if (counting.state !== 'verified' || counting.case !== body.case) return refusal(CODE.checkState);
    const basic = this.#at(user, 'basic');
    const full = this.#at(user, 'full');
    const waiting = level === 'basic' && full.case !== null ? this.#waiting(full.case, user) : undefined;
    const takesFull = waiting !== undefined || (level === 'basic' && full.state === 'verified');
    const fallen = (place: Place): Place => ({ ...place, state: 'notPassed', since: at });
    const next: Partial<Record<Level, Place>> =
      level === 'full'
        ? { full: fallen(full) }
        : { basic: fallen(basic), ...(takesFull ? { full: fallen(full) } : {}) };
    return {
      subject: `kyc ${body.case} (${level})`,
      before: { basic: basic.state, full: full.state },
      after: { basic: next.basic?.state ?? basic.state, full: next.full?.state ?? full.state, reason },
      needsSecond: true,
      apply: () => {
        const withdrawal = {
          case_id: body.case,
          user_id: user,
          level,
          seq,
          operator: by.operator,
          reason,
          note_digest,
          at,
        };
        const rows: ExpectedRow[] = [{ table: 'kyc_withdrawals', row: withdrawal }, this.#put(user, next)];
        if (waiting !== undefined) {
          const reviewer = `operator ${by.operator}`;
          const row = { ...waiting, state: 'notPassed', reviewed_at: at, reviewer, reason, closed_by: seq };
          this.#cases.set(waiting.id, row);
          rows.push({ table: 'kyc_cases', row });
        }
        return { rows, events: [eventOf(user, book, level, 'notPassed')], counts: ['identity taken back'] };
      },
    };
  }

  #share({ user, seq, at, body }: Entry): Prediction {
    const { case: id, provider } = body as { case: number; provider: string };
    if (this.#waiting(id, user) === undefined) return refusal(CODE.nothingFound, 'id');
    const row = { seq, case_id: id, user_id: user, provider, at };
    return { code: CODE.done, result: null, rows: [{ table: 'kyc_shares', row }] };
  }

  #assess(entry: Entry): Prediction {
    const { user, seq, at } = entry;
    const body = entry.body as Verdict & { provider: string; decides: boolean };
    const found = this.#waiting(body.case, user);
    const fault = this.#fault(found, body);
    if (fault !== undefined || found === undefined) return fault ?? refusal(CODE.nothingFound, 'id');
    const { provider, decision: outcome, code: reason, refused } = body;
    const assessment = { seq, case_id: found.id, user_id: user, provider, outcome, reason, refused, at };
    const row = { table: 'kyc_assessments', row: assessment };
    if (!body.decides) return { code: CODE.done, result: { state: 'pending' }, rows: [row] };
    const closed = this.#close(found, entry, { verdict: body, reviewer: `provider ${provider}`, noteDigest: null });
    const state = outcome === 'verify' ? 'verified' : 'notPassed';
    return { code: CODE.done, result: { state }, ...closed, rows: [row, ...closed.rows] };
  }

  /** Nobody's account is closed in these worlds: only what was refused or replaced may go. */
  #expire({ user, seq, at, body }: Entry): Prediction {
    const { case: id, level } = body as { case: number; level: Level };
    const place = this.#at(user, level);
    if (this.#cases.get(id)?.state === 'pending' || place.case === null) return refusal(CODE.checkState);
    const retention = Number(this.#authority.parameter('kyc.retention_days')) * 24 * HOUR_MS;
    const isCounting = place.state === 'verified' && place.case === id;
    // Of a closed account nothing counts any more, and its time is that of the closing.
    const account = this.#authority.standingOf(user);
    const since = account?.status === 'disabled' ? account.since : isCounting ? null : place.since;
    if (since === null || at < since + retention) return refusal(CODE.checkState);
    const row = { case_id: id, user_id: user, seq, at };
    return { code: CODE.done, result: { case: id }, rows: [{ table: 'kyc_erasures', row }] };
  }
}

const eventOf = (userId: number, book: string, level: Level, state: string): ExpectedEvent => ({
  userId,
  book,
  kind: 'kyc',
  data: { level, state },
});
