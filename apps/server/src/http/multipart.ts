import multipart from '@fastify/multipart';
import { code } from '@glasshouse/api/codes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UploadLimits, type UploadShare } from './upload-limits.ts';

/** How large a file of a form may be, by the fields that came before it. */
export type FileLimit = (fields: Readonly<Record<string, string>>) => number | Promise<number>;

export type Form =
  | {
      readonly ok: true;
      readonly fields: Readonly<Record<string, string>>;
      readonly file: Buffer | undefined;
    }
  | { readonly ok: false; readonly code: number; readonly retryAfter?: number };

/** The largest file that any form may carry. */
export const FILE_BYTES_MAX = 50 * 1024 * 1024;
const FIELDS_MAX = 4;
const FIELD_BYTES_MAX = 1_024;
/** Boundaries and fields around a file. */
const AROUND_FILE_BYTES = 8_192;
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

export interface FormSource {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The keys by which slots and memory are shared. */
  readonly sender: string;
  readonly network: string;
}

const BUSY: Form = { ok: false, code: code.tooManyRequests, retryAfter: RETRY_SECONDS };

/** Reads forms into memory, within the limits of their sender and of all senders. */
export class FormReader {
  readonly #limits: UploadLimits;

  constructor(limits = new UploadLimits()) {
    this.#limits = limits;
  }

  /**
   * The form; read only once it is known who sends it and that they may. Its place and its memory
   * are free again once the call was answered.
   */
  async read({ request, reply, ...from }: FormSource, limitOf: FileLimit): Promise<Form> {
    if (!request.isMultipart()) return { ok: false, code: code.unsupportedMedia };
    const announced = Number(request.headers['content-length'] ?? 0);
    if (FILE_BYTES_MAX + AROUND_FILE_BYTES < announced) return { ok: false, code: code.payloadTooLarge };
    const share = this.#limits.open(from);
    if (share === undefined) return BUSY;
    reply.raw.once('finish', share.close).once('close', share.close);
    const stopWatching = share.watchSpeed(() => request.raw.destroy());
    try {
      return await readParts(request, share, limitOf);
    } catch (error) {
      const known = (error as { code?: string }).code ?? '';
      if (known === 'FST_REQ_FILE_TOO_LARGE') return { ok: false, code: code.imageTooLarge };
      // Broken forms, forms with too many parts, and clients that left.
      return { ok: false, code: code.malformedBody };
    } finally {
      stopWatching();
    }
  }
}

async function readParts(request: FastifyRequest, share: UploadShare, limitOf: FileLimit): Promise<Form> {
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
    let isBusy = false;
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      share.received(chunk.length);
      // The rest is read and forgotten, so that the refusal reaches the client.
      if (bytes <= limit && !isBusy && share.hold(chunk.length)) {
        chunks.push(chunk);
        continue;
      }
      isBusy ||= bytes <= limit;
      chunks.length = 0;
      share.drop();
    }
    if (limit < bytes || part.file.truncated) return { ok: false, code: code.imageTooLarge };
    if (isBusy) return BUSY;
    file = Buffer.concat(chunks);
  }
  return { ok: true, fields, file };
}
