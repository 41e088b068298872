import type { BodyOf, ResultOf } from '@glasshouse/api';
import { callTable } from '@glasshouse/api/call-table';
import { CLIENT_TIMEOUT_MS } from '@glasshouse/api/constants';
import type { Client } from './client.ts';
import type { Answer } from './envelope.ts';

export type UploadPurpose = BodyOf<'uploadFile'>['purpose'];

/** Calls whose body is a form with a file. */
export type UploadCall = 'uploadFile' | 'importHistory';

export interface UploadInput<Name extends UploadCall> {
  readonly call: Name;
  readonly file: Blob;
  /** Sent before the file, so that the server knows its limit when the file begins. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** The share that was sent, 0 to 1. `fetch` reports none. */
  readonly onProgress?: (share: number) => void;
}

export interface FormRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly form: FormData;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

/** Sends a form. Rejects when it was aborted, and when the server cannot be reached. */
export type SendForm = (request: FormRequest) => Promise<Response>;

const sendByFetch: SendForm = ({ method, url, headers, form, signal }) =>
  fetch(url, { method, headers, body: form, signal });

/** Uploads one file. Never throws; undefined when it was cancelled. */
export async function upload<Name extends UploadCall>(
  client: Client,
  input: UploadInput<Name>,
  sendForm: SendForm = sendByFetch,
): Promise<Answer<ResultOf<Name>> | undefined> {
  const { file, fields = {}, signal, onProgress } = input;
  if (signal.aborted) return undefined;
  const { method, path } = callTable[input.call];
  const token = client.token();
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file, 'file');
  // Silence, not slowness, ends an upload: a large file over a thin line may take minutes.
  const silent = new AbortController();
  let silence = setTimeout(() => silent.abort(), CLIENT_TIMEOUT_MS);
  try {
    const response = await sendForm({
      method,
      url: client.urlOf(path, {}),
      headers: client.headers(token),
      form,
      signal: AbortSignal.any([signal, silent.signal]),
      onProgress: (share) => {
        clearTimeout(silence);
        silence = setTimeout(() => silent.abort(), CLIENT_TIMEOUT_MS);
        onProgress?.(share);
      },
    });
    return client.judge(response, await response.json().catch(() => undefined), token);
  } catch {
    if (silent.signal.aborted) return { ok: false, failure: { kind: 'timeout' } };
    return signal.aborted ? undefined : { ok: false, failure: { kind: 'unreachable' } };
  } finally {
    clearTimeout(silence);
  }
}
