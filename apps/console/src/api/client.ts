import { CLIENT_TIMEOUT_MS } from '@glasshouse/api/constants';
import type { OperatorCallRow } from '@glasshouse/api/operator/call-row';
import type { operatorCallTable } from '@glasshouse/api/operator/call-table';
import type {
  OperatorBodyOf,
  OperatorParamsOf,
  OperatorQueryOf,
  OperatorResultOf,
} from '@glasshouse/api/operator/calls';
import { firstOperatorCalls } from '@glasshouse/api/operator/first-calls';
import { randomKey } from '@glasshouse/api/random-key';
import { languageHeader } from '@glasshouse/app/language/header';
import { type Answer, judgeEnvelope, urlBelow } from '@glasshouse/client/envelope';
import { CallError } from '@glasshouse/client/failure';
import type { InputPart } from '@glasshouse/client/input-part';
import { untilKnown } from '@glasshouse/client/repeat';
import { currentSession, setSession } from './session-cell.ts';
import { confirmIdentity, STEP_UP_REQUIRED } from './step-up.ts';

export type { Answer };
export type UsedCall = keyof typeof operatorCallTable;

export type Input<Name extends UsedCall> = InputPart<'params', OperatorParamsOf<Name>> &
  InputPart<'query', OperatorQueryOf<Name>> &
  InputPart<'body', OperatorBodyOf<Name>> & {
    /** Of a command that may already have run: the same key runs it once. Otherwise made here. */
    readonly idempotencyKey?: string;
    readonly signal?: AbortSignal | undefined;
  };

interface RawInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

const firstRows: { readonly [Name in UsedCall]?: OperatorCallRow } = firstOperatorCalls;
const rowOf = async (name: UsedCall): Promise<OperatorCallRow> => firstRows[name] ?? (await loadCallTable())[name];

/** The calls that signing in can do without. Pages load it with their code. */
export const loadCallTable = async (): Promise<typeof operatorCallTable> =>
  (await import('@glasshouse/api/operator/call-table')).operatorCallTable;

const OPERATOR_PATH = '/swx/operator';

export const urlOf = (path: string, input: Pick<RawInput, 'params' | 'query'>): string =>
  urlBelow(OPERATOR_PATH, path, input);

/**
 * Makes one call as the operator. Never throws: the answer holds what went wrong. Where the server
 * wants a fresh second factor, asks for it and repeats the call under the same key. A command whose
 * outcome is not known is repeated under its key as well.
 */
export async function call<Name extends UsedCall>(
  name: Name,
  input: Input<Name>,
): Promise<Answer<OperatorResultOf<Name>>> {
  return send<OperatorResultOf<Name>>(name, input as RawInput, async (response) =>
    judgeEnvelope<OperatorResultOf<Name>>(response, await response.json().catch(() => undefined)),
  );
}

export interface ReceivedFile {
  readonly blob: Blob;
  readonly name: string;
}

/** A call whose success is a file: a document, a report, a payout batch. */
export async function callFile<Name extends UsedCall>(name: Name, input: Input<Name>): Promise<Answer<ReceivedFile>> {
  return send<ReceivedFile>(name, input as RawInput, async (response) => {
    if (!response.ok || response.headers.get('content-type')?.startsWith('application/json') === true) {
      const body: unknown = await response
        .clone()
        .json()
        .catch(() => undefined);
      if (!response.ok || isRefusal(body)) return judgeEnvelope<ReceivedFile>(response, body);
    }
    const named = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    return { ok: true, result: { blob: await response.blob(), name: named ?? name }, notice: undefined };
  });
}

/** A JSON file is a success; an envelope with another code than 200 is not. */
const isRefusal = (body: unknown): boolean => {
  const code = (body as { readonly code?: unknown } | undefined)?.code;
  return typeof code === 'number' && code !== 200;
};

async function send<Result>(
  name: UsedCall,
  input: RawInput,
  read: (response: Response) => Promise<Answer<Result>>,
): Promise<Answer<Result>> {
  const row = await rowOf(name).catch(() => undefined);
  if (row === undefined) return { ok: false, failure: { kind: 'unreachable' } };
  const { command } = row;
  const key = command ? (input.idempotencyKey ?? randomKey()) : undefined;
  const once = (): Promise<Answer<Result>> => attempt(row, { ...input, idempotencyKey: key }, read);
  const first = await (command ? untilKnown(once) : once());
  if (first.ok || first.failure.kind !== 'refused' || first.failure.code !== STEP_UP_REQUIRED) return first;
  if (!(await confirmIdentity())) return first;
  return command ? untilKnown(once) : once();
}

async function attempt<Result>(
  { method, path }: OperatorCallRow,
  input: RawInput,
  read: (response: Response) => Promise<Answer<Result>>,
): Promise<Answer<Result>> {
  const session = currentSession.get();
  const headers: Record<string, string> = { lang: languageHeader() };
  if (input.idempotencyKey !== undefined) headers['idempotency-key'] = input.idempotencyKey;
  if (method !== 'GET') {
    if (!(input.body instanceof FormData)) headers['content-type'] = 'application/json';
    if (session !== undefined) headers['x-csrf-token'] = session.csrf;
  }
  const timeout = AbortSignal.timeout(CLIENT_TIMEOUT_MS);
  try {
    const response = await fetch(urlOf(path, input), {
      method,
      headers,
      credentials: 'same-origin',
      signal: input.signal === undefined ? timeout : AbortSignal.any([input.signal, timeout]),
      body: method === 'GET' ? null : written(input.body),
    });
    // A late answer to an older session must not end a newer one.
    if (response.status === 401 && currentSession.get() === session) setSession(undefined);
    return await read(response);
  } catch {
    return { ok: false, failure: { kind: timeout.aborted ? 'timeout' : 'unreachable' } };
  }
}

const written = (body: unknown): FormData | string => (body instanceof FormData ? body : JSON.stringify(body ?? {}));

/** For TanStack Query, which carries failures as thrown errors. */
export async function fetchCall<Name extends UsedCall>(
  name: Name,
  input: Input<Name>,
): Promise<OperatorResultOf<Name>> {
  const answer = await call(name, input);
  if (!answer.ok) throw new CallError(answer.failure);
  return answer.result;
}
