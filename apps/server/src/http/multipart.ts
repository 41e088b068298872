import multipart from '@fastify/multipart';
import { code } from '@glasshouse/api/codes';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How large a file of a form may be, by the fields that came before it. */
export type FileLimit = (fields: Readonly<Record<string, string>>) => number | Promise<number>;

export type Form =
  | { readonly ok: true; readonly fields: Readonly<Record<string, string>>; readonly file: Buffer | undefined }
  | { readonly ok: false; readonly code: number; readonly retryAfter?: number };

/** The largest file that any form may carry. */
export const FILE_BYTES_MAX = 50 * 1024 * 1024;
const FIELDS_MAX = 4;
const FIELD_BYTES_MAX = 1_024;
/** Files that are in memory at once, in bytes; whoever comes later waits a moment. */
const HELD_BYTES_MAX = 160 * 1024 * 1024;
const RETRY_SECONDS = 3;

/** Lets the routes of this scope, and no others, take forms. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    limits: {
      fields: FIELDS_MAX,
      fieldSize: FIELD_BYTES_MAX,
      files: 1,
      parts: FIELDS_MAX + 1,
      fileSize: FILE_BYTES_MAX,
    },
    throwFileSizeLimit: false,
  });
}

/** Reads forms into memory, which it keeps count of. */
export class FormReader {
  #held = 0;

  /** The form; read only once it is known who sends it and that they may. */
  async read(request: FastifyRequest, limitOf: FileLimit): Promise<Form> {
    if (!request.isMultipart()) return { ok: false, code: code.unsupportedMedia };
    const announced = Number(request.headers['content-length'] ?? FILE_BYTES_MAX);
    if (FILE_BYTES_MAX + 8_192 < announced) return { ok: false, code: code.payloadTooLarge };
    if (HELD_BYTES_MAX < this.#held + announced) {
      return { ok: false, code: code.tooManyRequests, retryAfter: RETRY_SECONDS };
    }
    this.#held += announced;
    try {
      return await readParts(request, limitOf);
    } catch (error) {
      const known = (error as { code?: string }).code ?? '';
      if (known === 'FST_REQ_FILE_TOO_LARGE') return { ok: false, code: code.imageTooLarge };
      // Broken forms, forms with too many parts, and clients that left.
      return { ok: false, code: code.malformedBody };
    } finally {
      this.#held -= announced;
    }
  }
}

async function readParts(request: FastifyRequest, limitOf: FileLimit): Promise<Form> {
  const fields: Record<string, string> = {};
  let file: Buffer | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (Object.hasOwn(fields, part.fieldname) || typeof part.value !== 'string' || part.valueTruncated) {
        return { ok: false, code: code.malformedBody };
      }
      fields[part.fieldname] = part.value;
      continue;
    }
    if (part.fieldname !== 'file') return { ok: false, code: code.malformedBody };
    const limit = await limitOf(fields);
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      // The rest is read and forgotten, so that the refusal reaches the client.
      if (bytes <= limit) chunks.push(chunk);
      else chunks.length = 0;
    }
    if (limit < bytes || part.file.truncated) return { ok: false, code: code.imageTooLarge };
    file = Buffer.concat(chunks);
  }
  return { ok: true, fields, file };
}
