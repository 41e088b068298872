import type { TSchema } from 'typebox';
import { MARKET_SOCKET_PATH, SOCKET_PROTOCOL, USER_SOCKET_PATH } from './constants.ts';
import { type Plain, plainNamedSchemas, plainSchema } from './schema-refs.ts';
import {
  depthServerMessages,
  marketClientMessage,
  marketServerMessages,
  plainMarketMessages,
  userClientMessage,
  userEventData,
  userServerMessages,
} from './sockets.ts';

interface Channel {
  readonly address: string;
  readonly description: string;
  readonly send: Readonly<Record<string, TSchema>>;
  readonly receive: Readonly<Record<string, TSchema>>;
}

const CHANNELS: Readonly<Record<string, Channel>> = {
  market: {
    address: MARKET_SOCKET_PATH,
    description: `Prices, with the subprotocol ${SOCKET_PROTOCOL}.`,
    send: { ...marketServerMessages, ...depthServerMessages },
    receive: { request: marketClientMessage },
  },
  marketPlain: {
    address: MARKET_SOCKET_PATH,
    description: 'Prices without a subprotocol: first the whole list, then arrays of changes.',
    send: plainMarketMessages,
    receive: {},
  },
  user: {
    address: USER_SOCKET_PATH,
    description: "Events of one user's orders and balances. The client sends the first message.",
    send: userServerMessages,
    receive: { request: userClientMessage },
  },
};

/** The AsyncAPI 3.0 document of both sockets, seen from the server. */
export function asyncApiDocument(): Plain {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Glasshouse sockets',
      version: '1.0.0',
      description: 'docs/protocol.md describes when each message is sent and how a client handles it.',
      license: { name: 'AGPL-3.0-only' },
    },
    channels: Object.fromEntries(Object.entries(CHANNELS).map(([name, channel]) => [name, channelOf(name, channel)])),
    operations: Object.fromEntries(Object.entries(CHANNELS).flatMap(([name, channel]) => operationsOf(name, channel))),
    components: {
      schemas: {
        ...plainNamedSchemas(),
        ...Object.fromEntries(
          Object.entries(userEventData).map(([kind, schema]) => [`Event.${kind}`, plainSchema(schema)]),
        ),
      },
    },
  };
}

function channelOf(name: string, { address, description, send, receive }: Channel): Plain {
  const messages = Object.entries({ ...send, ...receive }).map(([message, schema]) => [
    message,
    { name: `${name}.${message}`, contentType: 'application/json', payload: plainSchema(schema) },
  ]);
  return { address, description, messages: Object.fromEntries(messages) };
}

function operationsOf(name: string, { send, receive }: Channel): [string, Plain][] {
  const operationFor = (action: 'send' | 'receive', messages: Readonly<Record<string, TSchema>>): [string, Plain][] =>
    Object.keys(messages).length === 0
      ? []
      : [
          [
            `${name}.${action}`,
            {
              action,
              channel: { $ref: `#/channels/${name}` },
              messages: Object.keys(messages).map((message) => ({ $ref: `#/channels/${name}/messages/${message}` })),
            },
          ],
        ];
  return [...operationFor('send', send), ...operationFor('receive', receive)];
}
