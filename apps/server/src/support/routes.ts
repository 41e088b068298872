import { code } from '@glasshouse/api/codes';
import { readParameter } from '../authority/read-parameter.ts';
import { type CallAnswer, type CallContext, type CallHandlers, callerOf, done, refuse } from '../platform/call.ts';
import { isRefusal, readPage } from '../platform/paging.ts';
import type { Pool } from '../platform/postgres.ts';
import { type Customer, conversationOf, customerOf, startVisit, unknownVisit, visitorOf } from './customers.ts';
import { clockText, hoursOf, isWithin } from './hours.ts';
import type { Hub } from './hub.ts';
import { imageOf, keepImage, type SupportVault } from './images.ts';
import {
  conversationById,
  customerMessages,
  customerView,
  isCustomersFile,
  MESSAGES_CURSOR_PARTS,
  statusOf,
} from './queries.ts';
import type { Conversation } from './rows.ts';
import { adopt, markRead, openConversation, rate, setState, write } from './store.ts';
import { widgetOf } from './widget.ts';

export interface SupportCallsDeps {
  readonly pool: Pool;
  readonly hub: Hub;
  readonly vault: SupportVault;
  readonly now: () => number;
}

export function supportCalls({ pool, hub, vault, now }: SupportCallsDeps) {
  /**
   * With the conversation of who asks; nothing where they have none, a refusal where nobody asks.
   */
  const own = async <Result>(
    context: CallContext,
    work: (conversation: Conversation | undefined, customer: Customer) => Promise<CallAnswer<Result>>,
  ): Promise<CallAnswer<Result>> => {
    const customer = await customerOf(pool, context);
    if (customer === undefined) return unknownVisit();
    return work(await conversationOf(pool, customer), customer);
  };

  return {
    async getSupport(_input, context) {
      const [lines, zone, widget] = await Promise.all([
        readParameter(pool, 'support.hours'),
        readParameter(pool, 'support.zone'),
        widgetOf(pool),
      ]);
      const customer = await customerOf(pool, context);
      if (customer === undefined && context.visitor !== undefined) return unknownVisit();
      const conversation = customer === undefined ? undefined : await conversationOf(pool, customer);
      const hours = hoursOf(lines);
      return done({
        hours: hours.map(({ from, to, opens, closes }) => ({
          from,
          to,
          opens: clockText(opens),
          closes: clockText(closes),
        })),
        zone,
        isOpen: isWithin(hours, zone, now()),
        widget: widget === undefined ? null : widget.address(context.language),
        conversation:
          conversation === undefined
            ? null
            : await statusOf(pool, conversation.id, hub.isTyping('operator', conversation.id)),
      });
    },

    async startVisit({ body }) {
      return done({ visitor: await startVisit(pool, { language: body.language, now: now() }) });
    },

    async keepVisit(_input, context) {
      const { userId } = callerOf(context);
      const visitor = await visitorOf(pool, context.visitor);
      if (visitor === undefined) return unknownVisit();
      const id = await adopt(pool, { visitor: visitor.id, userId });
      hub.revoke(visitor);
      await hub.told({ id, user_id: userId });
      return done(null);
    },

    listSupportMessages: ({ query }, context) =>
      own(context, async (conversation) => {
        const page = readPage(query, MESSAGES_CURSOR_PARTS);
        if (isRefusal(page)) return page;
        return done(
          conversation === undefined ? { items: [], next: null } : await customerMessages(pool, conversation.id, page),
        );
      }),

    sendSupportMessage: ({ body }, context) =>
      own(context, async (known, customer) => {
        const { key, text, files = [] } = body;
        if (text.trim() === '' && files.length === 0) return refuse(code.messageEmpty, 'text');
        const sender = 'visitor' in customer ? { visitor: customer.visitor.id } : customer;
        const id =
          'visitor' in customer
            ? customer.visitor.id
            : (known?.id ?? (await openConversation(pool, { ...customer, language: context.language, now: now() })));
        const written = await write(pool, id, { kind: 'customer', sender, text, files, key }, now());
        if (!written.ok) return written.code === code.nothingFound ? unknownVisit() : written;
        const { conversation, message, isNew } = written.result;
        hub.hasSent('customer', id);
        if (isNew) await hub.told(conversation, message);
        return done(customerView(message));
      }),

    uploadSupportFile: ({ body }, context) =>
      own(context, async (_conversation, customer) =>
        keepImage(vault, body.file, 'visitor' in customer ? { visitor: customer.visitor.id } : customer),
      ),

    getSupportFile: ({ params }, context) =>
      own(context, async (conversation) => {
        const isShown = conversation !== undefined && (await isCustomersFile(pool, conversation.id, params.id));
        const image = isShown ? await imageOf(vault, params.id, conversation.id) : undefined;
        return image === undefined ? refuse(code.fileNotFound, 'id') : done(image);
      }),

    readSupport: ({ body }, context) =>
      own(context, async (conversation) => {
        if (conversation === undefined) return done(null);
        const isNew = await markRead(pool, conversation.id, { side: 'customer', upTo: body.upTo });
        if (isNew) await hub.told(conversation);
        return done(null);
      }),

    typeToSupport: (_input, context) =>
      own(context, async (conversation) => {
        if (conversation !== undefined) await hub.types('customer', conversation);
        return done(null);
      }),

    closeSupport: (_input, context) =>
      own(context, async (conversation) => {
        const closed =
          conversation === undefined
            ? undefined
            : await setState(pool, conversation.id, { state: 'closed', operator: null, now: now() });
        if (closed !== undefined) await hub.told(closed.conversation, closed.message);
        return done(null);
      }),

    rateSupport: ({ body }, context) =>
      own(context, async (conversation) => {
        const { score, comment = '' } = body;
        const isRated =
          conversation !== undefined && (await rate(pool, conversation.id, { score, comment, now: now() }));
        if (!isRated) return refuse(code.notRateable);
        const after = await conversationById(pool, conversation.id);
        if (after !== undefined) await hub.told(after);
        return done(null);
      }),
  } satisfies CallHandlers;
}
