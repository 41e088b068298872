import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { S3Settings } from './settings.ts';
import { checkedName, type FileStore, OBJECT_BYTES_MAX } from './store.ts';

/** An object is at most 51 MB; a store that needs longer than this is down. */
const TIMEOUT_MS = 30_000;
const RETRIES = 2;
const FILES = { prefix: 'files', checked: checkedName };

/**
 * Files as objects of a bucket of an S3-compatible service, addressed by path.
 *
 * @param place prefix of their keys, and what throws for a name that none may have
 */
export function s3Store(
  settings: S3Settings,
  place: { readonly prefix: string; readonly checked: (name: string) => string } = FILES,
): FileStore {
  const { accessKeyId, secretAccessKey, region } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
  const request = async (method: string, name: string, body?: Uint8Array): Promise<Response> => {
    const url = `${settings.endpoint}/${settings.bucket}/${place.prefix}/${place.checked(name)}`;
    const sha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const response = await client.fetch(url, {
      method,
      headers: { 'x-amz-content-sha256': sha256 },
      ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response;
  };
  const failed = async (what: string, response: Response): Promise<Error> => {
    await response.body?.cancel();
    return new Error(`the file store answered ${response.status} to ${what}`);
  };
  return {
    async put(name, bytes) {
      if (OBJECT_BYTES_MAX < bytes.length) throw new Error('this file is too large to be stored');
      const response = await request('PUT', name, bytes);
      if (!response.ok) throw await failed('a write', response);
      await response.body?.cancel();
    },
    async open(name) {
      const response = await request('GET', name);
      if (response.status === 404) {
        await response.body?.cancel();
        return undefined;
      }
      if (!response.ok) throw await failed('a read', response);
      if (OBJECT_BYTES_MAX < Number(response.headers.get('content-length') ?? 0))
        throw await failed('a read', response);
      return Buffer.from(await response.arrayBuffer());
    },
    async delete(name) {
      const response = await request('DELETE', name);
      if (!response.ok && response.status !== 404) throw await failed('a delete', response);
      await response.body?.cancel();
    },
  };
}
