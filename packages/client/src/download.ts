import type { ParamsOf, QueryOf } from '@glasshouse/api';
import { callTable } from '@glasshouse/api/call-table';
import { CLIENT_TIMEOUT_MS } from '@glasshouse/api/constants';
import type { Client } from './client.ts';
import type { Failure } from './failure.ts';

/** Calls whose answer is a file. */
export type FileCall = 'exportStatement' | 'exportTaxReport' | 'downloadLoanAgreement' | 'exportAccount';

export interface Received {
  readonly bytes: number;
  /** Line breaks so far. */
  readonly lines: number;
}

export interface DownloadInput<Name extends FileCall> {
  readonly params?: ParamsOf<Name>;
  readonly query?: QueryOf<Name>;
  /** Aborting it ends the download, at the server as well. */
  readonly signal?: AbortSignal;
  readonly onReceived?: (received: Received) => void;
}

export type Download =
  | { readonly state: 'done'; readonly name: string; readonly content: Blob; readonly received: Received }
  | { readonly state: 'cancelled' }
  /** Interrupted after it began; the partial file is discarded. */
  | { readonly state: 'broken' }
  | { readonly state: 'failed'; readonly failure: Failure };

const LINE_FEED = 10;

/** Downloads a file as a stream, so that it can report progress and be cancelled. Never throws. */
export async function download<Name extends FileCall>(
  client: Client,
  name: Name,
  input: DownloadInput<Name>,
): Promise<Download> {
  const { signal } = input;
  const silence = new Silence();
  const token = client.token();
  let response: Response;
  try {
    response = await fetch(client.urlOf(callTable[name].path, input), {
      headers: client.headers(token),
      signal: signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]),
    });
    // A refusal is an ordinary envelope; only a file has a name.
    const isFile = response.headers.has('content-disposition') || !isEnvelope(response);
    if (!response.ok || response.body === null || !isFile) {
      const answer = client.judge(response, await response.json().catch(() => undefined), token);
      silence.end();
      const unclear: Failure = { kind: 'server', message: '', requestId: undefined };
      return { state: 'failed', failure: answer.ok ? unclear : answer.failure };
    }
  } catch {
    silence.end();
    if (signal?.aborted) return { state: 'cancelled' };
    return { state: 'failed', failure: { kind: silence.signal.aborted ? 'timeout' : 'unreachable' } };
  }
  try {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let received: Received = { bytes: 0, lines: 0 };
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      silence.broken();
      parts.push(value);
      received = { bytes: received.bytes + value.length, lines: received.lines + countLines(value) };
      input.onReceived?.(received);
    }
    const type = response.headers.get('content-type') ?? '';
    const fileName = fileNameOf(response.headers.get('content-disposition')) ?? name;
    return { state: 'done', name: fileName, content: new Blob(parts, { type }), received };
  } catch {
    return { state: signal?.aborted ? 'cancelled' : 'broken' };
  } finally {
    silence.end();
  }
}

const isEnvelope = (response: Response): boolean =>
  (response.headers.get('content-type') ?? '').startsWith('application/json');

/**
 * A connection without data for as long as a call may take is dead, however long the file takes.
 */
class Silence {
  readonly #controller = new AbortController();
  #timer = this.#start();

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  broken(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#start();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #start(): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#controller.abort(), CLIENT_TIMEOUT_MS);
  }
}

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (const byte of bytes) if (byte === LINE_FEED) lines += 1;
  return lines;
}

/**
 * Parses `attachment; filename="statement-demo-2026-11-21.csv"`; rejects anything that could be a
 * path.
 */
export const fileNameOf = (disposition: string | null): string | undefined =>
  /filename="?([\w-][\w.-]{0,120})"?(?:;|$)/.exec(disposition ?? '')?.[1];
