import type { BodyOf, Calls, ParamsOf, QueryOf, ResultOf } from '@glasshouse/api';
import { callTable } from '@glasshouse/api/call-table';
import { CLIENT_TIMEOUT_MS, HEADER_VISITOR } from '@glasshouse/api/constants';
import { sessionToken } from '@glasshouse/app/session/session';
import { readStored, writeStored } from '@glasshouse/app/session/storage';
import { type Answer, client } from '../../api/client.ts';

type SupportCall = Extract<keyof Calls & keyof typeof callTable, `${string}Support${string}` | `${string}Visit`>;

interface Parts<Name extends SupportCall> {
  readonly params?: ParamsOf<Name>;
  readonly query?: QueryOf<Name>;
  readonly body?: BodyOf<Name> | FormData;
}

const STORED = 'supportVisitor';

/** The secret of this browser's conversation, while nobody is logged in. */
export const visitorToken = (): string | undefined => readStored(STORED);
export const keepVisitor = (token: string | undefined): void => writeStored(STORED, token);

/** Calls of support carry the visitor's token; everything else does not know it. */
export async function ask<Name extends SupportCall>(
  name: Name,
  { params, query, body }: Parts<Name> = {},
): Promise<Answer<ResultOf<Name>>> {
  const token = sessionToken();
  try {
    const response = await send(name, { params, query, body });
    return client.judge<ResultOf<Name>>(response, await response.json().catch(() => undefined), token);
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    return { ok: false, failure: { kind: isLate ? 'timeout' : 'unreachable' } };
  }
}

function send(
  name: SupportCall,
  { params, query, body }: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
): Promise<Response> {
  const { method, path } = callTable[name];
  const headers = client.headers(sessionToken());
  const visitor = visitorToken();
  if (visitor !== undefined) headers[HEADER_VISITOR] = visitor;
  const isForm = body instanceof FormData;
  if (method === 'POST' && !isForm) headers['content-type'] = 'application/json';
  return fetch(client.urlOf(path, { params, query }), {
    method,
    headers,
    signal: AbortSignal.timeout(CLIENT_TIMEOUT_MS),
    body: method === 'GET' ? null : isForm ? body : JSON.stringify(body ?? {}),
  });
}

/** A picture of the conversation; undefined when it cannot be had. */
export async function pictureOf(id: string): Promise<Blob | undefined> {
  try {
    const response = await send('getSupportFile', { params: { id }, query: undefined, body: undefined });
    const isPicture = response.ok && response.headers.get('content-type') === 'image/jpeg';
    return isPicture ? await response.blob() : undefined;
  } catch {
    return undefined;
  }
}
