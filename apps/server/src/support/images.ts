import { code } from '@glasshouse/api/codes';
import type { FileOwner, FileVault } from '../files/file-vault.ts';
import { UPLOAD_REFUSALS } from '../files/upload-calls.ts';
import { type CallAnswer, done, type FileResult, refuse } from '../platform/call.ts';
import { SUPPORT_PURPOSE, usedBy } from './rows.ts';

export type SupportVault = Pick<FileVault, 'upload' | 'open'>;

/**
 * What the bytes are is found out by `files`; a picture comes back as another file than it went
 * in.
 */
export async function keepImage(
  vault: SupportVault,
  bytes: unknown,
  owner: FileOwner,
): Promise<CallAnswer<{ fileId: string }>> {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return refuse(code.imageRequired, 'file');
  const made = await vault.upload({ ...owner, purpose: SUPPORT_PURPOSE, bytes, output: 'jpeg' });
  return made.ok ? done({ fileId: made.fileId }) : refuse(UPLOAD_REFUSALS[made.refused], 'file');
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A file of this conversation, and of no other. */
export async function imageOf(
  vault: SupportVault,
  file: string,
  conversation: number,
): Promise<FileResult | undefined> {
  const opened = await vault.open(file);
  if (opened === undefined || opened.usedBy !== usedBy(conversation)) return undefined;
  return { name: 'picture.jpg', type: 'image/jpeg', chunks: once(opened.bytes) };
}
