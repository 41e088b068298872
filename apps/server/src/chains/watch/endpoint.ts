/** The endpoint did not answer, or not sensibly: another try, or another endpoint, may succeed. */
export class EndpointError extends Error {}

/** The endpoint serves another chain. It is asked again nevertheless: a proxy may be set right. */
export class WrongChainError extends EndpointError {}

/** A block with all its transactions takes some 300 kB on Ethereum, a raw one of Bitcoin 2 MB. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

export interface EndpointOptions {
  readonly url: string;
  readonly timeoutMs: number;
}

/** Names an endpoint without its key, which many providers put into the path. */
export const endpointName = (url: string): string => new URL(url).host;

/**
 * One request with a deadline for the whole answer and a bound on its size. Every failure is an
 * `EndpointError` that names the host only.
 */
export async function requestBytes(
  { url, timeoutMs }: EndpointOptions,
  { path = '', ...init }: RequestInit & { readonly path?: string } = {},
): Promise<Buffer> {
  const host = endpointName(url);
  try {
    const response = await fetch(url.replace(/\/+$/, '') + path, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new EndpointError(`${host} answered ${response.status}`);
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (ANSWER_BYTES_MAX < size) throw new EndpointError(`the answer of ${host} is too large`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    if (error instanceof EndpointError) throw error;
    const { name, message, cause } = error as Error & { cause?: { code?: string } };
    throw new EndpointError(name === 'TimeoutError' ? `${host} did not answer` : `${host}: ${cause?.code ?? message}`);
  }
}
