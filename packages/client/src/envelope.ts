import type { Failure } from './failure.ts';

export type Answer<Result> =
  | { readonly ok: true; readonly result: Result; readonly notice: number | undefined }
  | { readonly ok: false; readonly failure: Failure };

interface RawEnvelope {
  readonly code: number;
  readonly result?: unknown;
  readonly message?: number | string;
  readonly fields?: Readonly<Record<string, number>>;
  readonly requestId?: string;
}

/** What the answer of any call means, the customers' and the operators' alike. */
export function judgeEnvelope<Result>(response: Response, body: unknown): Answer<Result> {
  if (response.status === 401) return { ok: false, failure: { kind: 'session' } };
  const envelope = body as RawEnvelope | undefined;
  if (typeof envelope?.code !== 'number') {
    return { ok: false, failure: { kind: 'server', message: '', requestId: undefined } };
  }
  if (envelope.code === 200) {
    const notice = typeof envelope.message === 'number' ? envelope.message : undefined;
    return { ok: true, result: envelope.result as Result, notice };
  }
  const message = String(envelope.message ?? '');
  if (response.status === 429) {
    const retryAfterSeconds = Number(response.headers.get('retry-after') ?? '1');
    return { ok: false, failure: { kind: 'limited', message, retryAfterSeconds } };
  }
  if (500 <= response.status) {
    return { ok: false, failure: { kind: 'server', message, requestId: envelope.requestId } };
  }
  return { ok: false, failure: { kind: 'refused', code: envelope.code, message, fields: envelope.fields ?? {} } };
}

type Scalars = Readonly<Record<string, unknown>>;

/** Arrays become repeated keys; undefined values are left out. */
export function urlBelow(base: string, path: string, parts: { params?: unknown; query?: unknown }): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, key: string) =>
    encodeURIComponent(String((parts.params as Scalars | undefined)?.[key] ?? '')),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries((parts.query ?? {}) as Scalars)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined) search.append(key, String(item));
    }
  }
  const text = search.toString();
  return `${base}${filled}${text === '' ? '' : `?${text}`}`;
}
