import type { BodyOf, ResultOf } from '@glasshouse/api';
import { callTable } from '@glasshouse/api/call-table';
import { CLIENT_TIMEOUT_MS } from '@glasshouse/api/constants';
import { sessionToken } from '../session/session.ts';
import { type Answer, commonHeaders, judge, urlOf } from './client.ts';

export type UploadPurpose = BodyOf<'uploadFile'>['purpose'];

/** Calls whose body is a form with a file. */
type UploadCall = 'uploadFile' | 'importHistory';

interface UploadInput<Name extends UploadCall> {
  readonly call: Name;
  readonly file: Blob;
  /** Sent before the file, so that the server knows its limit when the file begins. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** The share that was sent, 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Uploads one file. By XMLHttpRequest, because `fetch` tells nothing of what was sent. Never
 * throws; undefined when it was cancelled.
 */
export function upload<Name extends UploadCall>(input: UploadInput<Name>): Promise<Answer<ResultOf<Name>> | undefined> {
  const { file, fields = {}, signal, onProgress } = input;
  const { method, path } = callTable[input.call];
  const token = sessionToken();
  const request = new XMLHttpRequest();
  request.open(method, urlOf(path, undefined, undefined));
  for (const [name, value] of Object.entries(commonHeaders(token))) request.setRequestHeader(name, value);
  request.responseType = 'text';
  // Silence, not slowness, ends an upload: a large file over a thin line may take minutes.
  let silence = setTimeout(() => request.abort(), CLIENT_TIMEOUT_MS);
  let isSilent = false;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      isSilent = true;
      request.abort();
    }, CLIENT_TIMEOUT_MS);
  };
  request.upload.onprogress = (event) => {
    heard();
    if (event.lengthComputable) onProgress(event.loaded / event.total);
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file, 'file');
  return new Promise((resolve) => {
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    const end = (answer: Answer<ResultOf<Name>> | undefined) => {
      clearTimeout(silence);
      signal.removeEventListener('abort', abort);
      resolve(answer);
    };
    request.onload = () => {
      // The server's own wait is over: a status that no Response may have means a broken proxy.
      const status = 200 <= request.status && request.status <= 599 ? request.status : 502;
      const headers = new Headers();
      const retry = request.getResponseHeader('retry-after');
      if (retry !== null) headers.set('retry-after', retry);
      end(judge(new Response(null, { status, headers }), parsed(request.responseText), token));
    };
    request.onerror = () => end({ ok: false, failure: { kind: 'unreachable' } });
    request.onabort = () => end(isSilent ? { ok: false, failure: { kind: 'timeout' } } : undefined);
    if (signal.aborted) return end(undefined);
    request.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
