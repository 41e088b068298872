import { code } from '@glasshouse/api/codes';
import { type CallHandlers, callerOf, done, refuse } from '../platform/call.ts';
import type { FileVault, Uploaded } from './file-vault.ts';

const MB = 1024 * 1024;

/** Parameters of uploads, in megabytes. */
export type UploadParameter = 'upload.max_mb' | 'upload.proof_max_mb';

/** How many bytes a file may have, by its purpose; the smaller limit while that is not known. */
export const uploadLimit =
  (parameter: (key: UploadParameter) => Promise<number>) =>
  async ({ purpose }: Readonly<Record<string, string>>): Promise<number> =>
    MB * (await parameter(purpose === 'proofOfAssets' ? 'upload.proof_max_mb' : 'upload.max_mb'));

export const UPLOAD_REFUSALS = {
  format: code.imageFormatWrong,
  pixels: code.imageTooLarge,
  quota: code.tooManyFiles,
  busy: code.uploadFailed,
  store: code.uploadFailed,
} as const satisfies Record<Extract<Uploaded, { ok: false }>['refused'], number>;

/** The gateway has read the form and kept to the limit; what the bytes are is found out here. */
export function uploadCalls(vault: Pick<FileVault, 'upload'>) {
  return {
    async uploadFile({ body }, context) {
      const { userId, status, kind } = callerOf(context);
      if (status === 'frozen') return refuse(code.userStatusWrong);
      if (kind === 'guest') return refuse(code.guestMustUpgrade);
      const bytes = body.file;
      if (!Buffer.isBuffer(bytes) || bytes.length === 0) return refuse(code.imageRequired, 'file');
      const output = body.purpose === 'signature' ? 'png' : 'jpeg';
      const uploaded = await vault.upload({ userId, purpose: body.purpose, bytes, output });
      if (uploaded.ok) return done({ fileId: uploaded.fileId });
      return refuse(UPLOAD_REFUSALS[uploaded.refused], 'file');
    },
  } satisfies CallHandlers;
}
