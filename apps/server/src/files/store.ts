/**
 * Where the bytes of files lie. What it is given is encrypted already; it knows nothing about it.
 * Every method throws when the store cannot be reached.
 */
export interface FileStore {
  /** Durable once it resolves. Of two with the same name the last wins. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is none. */
  open(name: string): Promise<Buffer | undefined>;
  /** Also succeeds when there is none. */
  delete(name: string): Promise<void>;
}

/** The largest object that is put or opened: the largest upload with its frame. */
export const OBJECT_BYTES_MAX = 51 * 1024 * 1024;

/**
 * Names are identifiers of files and nothing else, so that none can lead out of its folder or
 * bucket.
 */
export function checkedName(name: string): string {
  if (!/^[A-Za-z0-9_-]{16,64}$/.test(name)) throw new Error('this is not the name of a file');
  return name;
}
