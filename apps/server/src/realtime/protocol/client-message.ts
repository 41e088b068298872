import {
  type MarketClientMessage,
  marketClientMessage,
  type UserClientMessage,
  userClientMessage,
} from '@glasshouse/api/sockets';
import { Compile } from 'typebox/compile';

const market = Compile(marketClientMessage);
const user = Compile(userClientMessage);

/** A client's message, or undefined for an invalid one, which closes the connection. */
export const parseMarketMessage = (text: string): MarketClientMessage | undefined => parse(market, text);
export const parseUserMessage = (text: string): UserClientMessage | undefined => parse(user, text);

/**
 * A sequence number in the address (`?resume=`), for clients that want no snapshot before they
 * could ask.
 */
export function resumeOfUrl(url: string): number | undefined {
  const text = new URLSearchParams(url.split('?', 2)[1] ?? '').get('resume');
  const seq = text !== null && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(seq) ? seq : undefined;
}

function parse<Message>(validator: { Check(value: unknown): value is Message }, text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return validator.Check(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
