import { code } from '@glasshouse/api/codes';
import { rolesAllow } from '@glasshouse/api/operator/permissions';
import { readParameter } from '../authority/read-parameter.ts';
import { claimsAt } from '../operator/claims.ts';
import type { Looks } from '../operator/looks.ts';
import { type CallAnswer, done, refuse } from '../platform/call.ts';
import { type OperatorContext, type OperatorHandlers, operatorOf } from '../platform/operator-call.ts';
import { isRefusal, readPage } from '../platform/paging.ts';
import type { Pool } from '../platform/postgres.ts';
import { answersOf, removeAnswer, saveAnswer } from './answers.ts';
import type { Hub } from './hub.ts';
import { imageOf, keepImage, type SupportVault } from './images.ts';
import { chatItem, INBOX_CURSOR_PARTS, inbox, namesOf, operatorView, ratings } from './operator-queries.ts';
import { allMessages, conversationById, MESSAGES_CURSOR_PARTS } from './queries.ts';
import type { Conversation } from './rows.ts';
import { assign, markRead, setState, write } from './store.ts';

export interface SupportOperatorDeps {
  readonly pool: Pool;
  readonly hub: Hub;
  readonly vault: SupportVault;
  readonly looks: Looks;
  readonly now: () => number;
}

/** Pages of one conversation within this are one look at it. */
const SAME_LOOK_MINUTES = 10;

export function supportOperatorCalls(deps: SupportOperatorDeps) {
  const { pool, hub, vault, looks, now } = deps;

  /** Logged before anything is shown; of a visitor, whom the log does not know, beside the chat. */
  const look = async (
    context: OperatorContext,
    { id, user_id }: Conversation,
  ): Promise<CallAnswer<never> | undefined> => {
    if (user_id !== null) return looks.record(context, { userId: user_id, kind: 'support', subject: `support ${id}` });
    await pool.query(
      `insert into support_views (conversation, operator, at) select $1, $2, $3
        where not exists (select from support_views where conversation = $1 and operator = $2
                             and at > $3::timestamptz - interval '${SAME_LOOK_MINUTES} minutes')`,
      [id, operatorOf(context).id, new Date(now())],
    );
    return undefined;
  };

  const looked = async <Result>(
    context: OperatorContext,
    id: number,
    work: (conversation: Conversation) => Promise<CallAnswer<Result>>,
  ): Promise<CallAnswer<Result>> => {
    const conversation = await conversationById(pool, id);
    if (conversation === undefined) return refuse(code.nothingFound, 'id');
    return (await look(context, conversation)) ?? work(conversation);
  };

  const isClaimedByOther = async (id: number, operator: number): Promise<boolean> =>
    (await claimsAt(pool, now())).some(
      (claim) => claim.queue === 'support' && claim.item === id && claim.operator.id !== operator,
    );

  const setStateOf = async (id: number, state: 'open' | 'closed', operator: number): Promise<CallAnswer<null>> => {
    if ((await conversationById(pool, id)) === undefined) return refuse(code.nothingFound, 'id');
    if (state === 'closed' && (await isClaimedByOther(id, operator))) return refuse(code.claimedByOther);
    const changed = await setState(pool, id, { state, operator, now: now() });
    if (changed !== undefined) await hub.told(changed.conversation, changed.message);
    return done(null);
  };

  return {
    async listSupport({ query }, context) {
      const page = readPage(query, INBOX_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      const minutes = await readParameter(pool, 'support.answer_minutes');
      const filter = {
        box: query.box ?? 'unassigned',
        operator: operatorOf(context).id,
        userId: query.userId,
        minutes,
      };
      return done(await inbox(pool, filter, page));
    },

    async getSupportChat({ params, query }, context) {
      const page = readPage(query, MESSAGES_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      return looked(context, params.id, async ({ id, user_id, customer_read }) => {
        const minutes = await readParameter(pool, 'support.answer_minutes');
        const item = operatorView(await namesOf(pool));
        const [chat, messages, rated, person] = await Promise.all([
          chatItem(pool, id, minutes),
          allMessages(pool, { conversation: id, item }, page),
          pool.query<{ score: number; comment: string }>(
            'select score, comment from support_ratings where conversation = $1 order by at desc limit 20',
            [id],
          ),
          pool.query<{ has: boolean }>('select email is not null as has from users where id = $1', [user_id]),
        ]);
        if (chat === undefined) return refuse(code.nothingFound, 'id');
        const typing = hub.isTyping('customer', id);
        const hasEmail = person.rows[0]?.has ?? false;
        return done({ ...chat, readTo: customer_read, typing, hasEmail, ratings: rated.rows, messages });
      });
    },

    async answerSupport({ params, body }, context) {
      const { id: operator, name } = operatorOf(context);
      const { key, text, files = [], isNote = false } = body;
      if ((await conversationById(pool, params.id)) === undefined) return refuse(code.nothingFound, 'id');
      if (!isNote && (await isClaimedByOther(params.id, operator))) return refuse(code.claimedByOther);
      const kind = isNote ? 'note' : 'operator';
      const written = await write(pool, params.id, { kind, sender: { operator }, text, files, key }, now());
      if (!written.ok) return written;
      const { conversation, message, isNew } = written.result;
      if (!isNote) hub.hasSent('operator', conversation.id);
      if (isNew && isNote) hub.changed();
      else if (isNew) await hub.told(conversation, message);
      return done(operatorView(new Map([[operator, name]]))(message));
    },

    async assignSupport({ params, body }, context) {
      if (body.operator !== null) {
        const { rows } = await pool.query<{ roles: string[] }>(
          "select roles from operators where id = $1 and state = 'active'",
          [body.operator],
        );
        if (!rolesAllow(rows[0]?.roles ?? [], 'support.work')) return refuse(code.notOfSupport, 'operator');
      }
      const assignment = { to: body.operator, by: operatorOf(context).id, note: (body.note ?? '').trim(), now: now() };
      if ((await assign(pool, params.id, assignment)) === undefined) return refuse(code.nothingFound, 'id');
      hub.changed();
      return done(null);
    },

    closeSupportChat: ({ params }, context) => setStateOf(params.id, 'closed', operatorOf(context).id),
    reopenSupportChat: ({ params }, context) => setStateOf(params.id, 'open', operatorOf(context).id),

    readSupportChat: ({ params, body }, context) =>
      looked(context, params.id, async (conversation) => {
        const isNew = await markRead(pool, conversation.id, { side: 'operator', upTo: body.upTo });
        if (isNew) await hub.told(conversation);
        return done(null);
      }),

    async typeToCustomer({ params }) {
      const conversation = await conversationById(pool, params.id);
      if (conversation === undefined) return refuse(code.nothingFound, 'id');
      await hub.types('operator', conversation);
      return done(null);
    },

    uploadSupportImage: ({ body }, context) => keepImage(vault, body.file, { operator: operatorOf(context).id }),

    getSupportImage: ({ params }, context) =>
      looked(context, params.id, async ({ id }) => {
        const image = await imageOf(vault, params.file, id);
        return image === undefined ? refuse(code.nothingFound, 'file') : done(image);
      }),

    async listSupportOperators() {
      const { rows } = await pool.query<{ id: number; name: string; roles: string[] }>(
        "select id, name, roles from operators where state = 'active' order by name limit 1000",
      );
      const named = rows.filter(({ roles }) => rolesAllow(roles, 'support.work')).slice(0, 200);
      return done(named.map(({ id, name }) => ({ id, name })));
    },

    async listSupportAnswers() {
      return done(await answersOf(pool, await namesOf(pool)));
    },
    saveSupportAnswer: ({ body }, context) => saveAnswer(pool, body, { operator: operatorOf(context).id, now: now() }),
    removeSupportAnswer: ({ body }) => removeAnswer(pool, body.id),

    async getSupportRatings({ query }) {
      const page = readPage(query, 0);
      if (isRefusal(page)) return page;
      return done(await ratings(pool, page));
    },
  } satisfies OperatorHandlers;
}
