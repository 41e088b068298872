import { code } from '@glasshouse/api/codes';
import type { CoreBus } from '../../kernel/core/bus.ts';
import type { CommandAnswer, Json } from '../../kernel/core/types.ts';
import { kycLimitsOf } from '../../kyc-levels/queries.ts';
import { statementFile } from '../../ledger/export.ts';
import { balancesOf, STATEMENT_CURSOR_PARTS, statementOf } from '../../ledger/queries.ts';
import type { WorthOf } from '../../ledger/valuation.ts';
import { deviceName } from '../../people/auth/device-name.ts';
import type { SessionStore } from '../../people/auth/sessions.ts';
import { answerOf, type CallAnswer, done, refuse } from '../../platform/call.ts';
import type { MasterKey } from '../../platform/master-key.ts';
import type { OperatorContext, OperatorHandlers } from '../../platform/operator-call.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import type { Looks } from '../looks.ts';
import { keepNote, readNotes } from './notes.ts';
import { isUser, profileOf } from './profile.ts';
import { searchUsers } from './search.ts';
import { mirrorStandings } from './standing.ts';
import { EVENTS_CURSOR_PARTS, eventsOf } from './timeline.ts';

export interface OperatorUsersDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly now: () => number;
  readonly masterKey: MasterKey;
  readonly sessions: SessionStore;
  readonly worthOf: WorthOf;
  readonly looks: Looks;
}

/** The log says why a note is there by its digest alone. */
const NOTE_REASON = 'note';

export function operatorUserCalls(deps: OperatorUsersDeps) {
  const { pool, bus, now, sessions, looks, worthOf } = deps;
  const unknown = (): CallAnswer<never> => refuse(code.nothingFound, 'id');

  /** A command about a person, who must exist. */
  const command = async (
    context: OperatorContext,
    about: { readonly id: string; readonly type: string; readonly book?: 'demo' | 'real'; readonly body: Json },
  ): Promise<CommandAnswer | undefined> => {
    const userId = Number(about.id);
    if (!(await isUser(pool, userId))) return undefined;
    const body = { by: context.stamp(), ...(about.body as { readonly [field: string]: Json }) };
    return bus.submit({ id: context.commandId, userId, book: about.book ?? 'real', type: about.type, body });
  };

  return {
    async searchUsers({ query }) {
      const page = readPage(query, 1);
      return isRefusal(page) ? page : done(await searchUsers(pool, query, page));
    },
    async getUser({ params }, context) {
      const userId = Number(params.id);
      const profile = await profileOf(pool, { userId, now: now() });
      if (profile === undefined) return unknown();
      const refused = await looks.record(context, { userId, kind: 'profile', subject: 'account' });
      return refused ?? done(profile);
    },
    async getUserBalances({ params }, context) {
      const userId = Number(params.id);
      if (!(await isUser(pool, userId))) return unknown();
      const refused = await looks.record(context, { userId, kind: 'balances', subject: 'both books' });
      return refused ?? done({ items: await balancesOf(pool, { userId }, worthOf) });
    },
    async getUserIdentityLimits({ params }, context) {
      const userId = Number(params.id);
      if (!(await isUser(pool, userId))) return unknown();
      const refused = await looks.record(context, { userId, kind: 'balances', subject: 'limits' });
      return refused ?? done(await kycLimitsOf(pool, { userId, now: now() }));
    },
    async listUserStatement({ params, query }, context) {
      const page = readPage(query, STATEMENT_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      const userId = Number(params.id);
      if (!(await isUser(pool, userId))) return unknown();
      const { book, asset, reason, ref } = query;
      const refused = await looks.record(context, { userId, kind: 'statement', subject: book });
      return refused ?? done(await statementOf(pool, { userId, book, asset, reason, ref }, page));
    },
    async exportUserStatement({ params, query }, context) {
      const range = readPage(query, 0);
      if (isRefusal(range)) return range;
      const userId = Number(params.id);
      if (!(await isUser(pool, userId))) return unknown();
      const { book, asset, reason } = query;
      const refused = await looks.record(context, { userId, kind: 'statement', subject: book });
      if (refused !== undefined) return refused;
      const filter = { userId, book, asset, reason };
      return done(statementFile(pool, { filter, format: 'csv', from: range.from, to: range.to, now: now() }));
    },
    async listUserEvents({ params, query }, context) {
      const page = readPage(query, EVENTS_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      const userId = Number(params.id);
      if (!(await isUser(pool, userId))) return unknown();
      const refused = await looks.record(context, { userId, kind: 'profile', subject: 'account' });
      if (refused !== undefined) return refused;
      const events = await eventsOf(pool, { userId, kind: query.kind }, page);
      const digests = events.items.filter(({ kind }) => kind === 'note').map(({ text }) => text ?? '');
      const notes = await readNotes(deps, digests);
      const items = events.items.map((event) =>
        event.kind === 'note' ? { ...event, text: notes.get(event.text ?? '') ?? null } : event,
      );
      return done({ items, next: events.next });
    },
    async listUserSessions({ params }, context) {
      const userId = Number(params.id);
      if (!(await isUser(pool, userId))) return unknown();
      const refused = await looks.record(context, { userId, kind: 'sessions', subject: 'live' });
      if (refused !== undefined) return refused;
      const lines = await sessions.list(userId);
      return done(
        lines.map((line) => ({
          id: line.id,
          device: deviceName(line.userAgent),
          address: line.ip,
          createdAt: new Date(line.createdAt).toISOString(),
          lastSeenAt: new Date(line.lastSeenAt).toISOString(),
          expiresAt: new Date(line.expiresAt).toISOString(),
          current: false,
        })),
      );
    },
    async revokeUserSessions({ params, body }, context) {
      const { session, reason } = body;
      const fields = { session: session ?? null, reason };
      const answer = await command(context, { id: params.id, type: 'user.sessions', body: fields });
      if (answer === undefined) return unknown();
      if (answer.code !== 200) return answerOf(answer);
      const userId = Number(params.id);
      if (session === undefined) return done({ revoked: await sessions.revokeAll(userId) });
      return done({ revoked: (await sessions.revoke(userId, session)) ? 1 : 0 });
    },
    async addUserNote({ params, body }, context) {
      const userId = Number(params.id);
      if (!(await isUser(pool, userId))) return unknown();
      const note = { commandId: context.commandId, userId, text: body.text, now: now() };
      const digest = await keepNote(deps, note);
      const fields = { digest, reason: NOTE_REASON };
      const answer = await command(context, { id: params.id, type: 'user.note', body: fields });
      if (answer === undefined) return unknown();
      return answer.code === 200 ? done(null) : answerOf(answer);
    },
    async adjustUserBalance({ params, body }, context) {
      const { book, ...fields } = body;
      const answer = await command(context, { id: params.id, type: 'balances.adjust', book, body: fields });
      return answer === undefined ? unknown() : answerOf(answer);
    },
    async setUserStanding({ params, body }, context) {
      const answer = await command(context, { id: params.id, type: 'standing.set', body });
      if (answer === undefined) return unknown();
      if (answer.code === 200) await mirrorStandings(pool, sessions);
      return answerOf(answer);
    },
  } satisfies OperatorHandlers;
}
