import type { EnvReader } from '../platform/env-reader.ts';

export interface S3Settings {
  readonly kind: 's3';
  /** Where requests go, without a slash at the end. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Where encrypted files lie: the folder `files` of the data directory, or a bucket. */
export type FileSettings = { readonly kind: 'folder' } | S3Settings;

const EXPECTED = 's3://<key>:<secret>@<host>/<bucket>, with ?region=… and ?endpoint=… as the service needs them';

/** `FILES_URL`. The secret never appears in a problem. */
export function readFileSettings(reader: EnvReader): FileSettings {
  const text = reader.text('FILES_URL');
  if (text === undefined) return { kind: 'folder' };
  const settings = URL.canParse(text) ? s3Of(new URL(text)) : undefined;
  if (settings !== undefined) return settings;
  reader.report(`FILES_URL is wrong: expected ${EXPECTED}.`);
  return { kind: 'folder' };
}

function s3Of(url: URL): S3Settings | undefined {
  const bucket = url.pathname.slice(1);
  const endpoint = url.searchParams.get('endpoint') ?? `https://${url.host}`;
  const isKnown = [...url.searchParams.keys()].every((name) => name === 'region' || name === 'endpoint');
  if (url.protocol !== 's3:' || url.username === '' || url.password === '' || url.host === '' || !isKnown) return;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || !/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint))
    return;
  return {
    kind: 's3',
    endpoint: endpoint.replace(/\/+$/, ''),
    bucket,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}
