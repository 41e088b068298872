import { code } from '@glasshouse/api/codes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CallAnswer, type CallInput, refuse } from '../platform/call.ts';
import type { Form, FormReader, FormSource } from './multipart.ts';
import type { ShapeReader } from './shape-reader.ts';

/**
 * How a call is admitted, by customers and by operators: an ordered list of named steps, each of
 * which refuses it or lets it go on. The order is that of stages and codes in the catalogue.
 */
export interface Admission {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Of the request, or what a form holds. */
  body: unknown;
  /** Converted and checked once the step of the shape has passed. */
  input: CallInput;
}

type Refusal = CallAnswer<never> | undefined;

export interface Step<Subject> {
  readonly name: string;
  /** The refusal; undefined lets the call go on. */
  readonly check: (subject: Subject) => Refusal | Promise<Refusal>;
}

/**
 * The first refusal of the steps; undefined: all have passed. Steps that answer at once cost no
 * turn of the event loop.
 */
export function admit<Subject>(
  steps: readonly Step<Subject>[],
  subject: Subject,
  from = 0,
): Refusal | Promise<Refusal> {
  for (let index = from; index < steps.length; index += 1) {
    const refusal = (steps[index] as Step<Subject>).check(subject);
    if (refusal instanceof Promise) return refusal.then((later) => later ?? admit(steps, subject, index + 1));
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

export const UNREAD: CallInput = Object.freeze({ params: undefined, query: undefined, body: undefined });
const NO_BODY = Object.freeze({});

export const tooMany = (retryAfter: number): CallAnswer<never> => ({
  ok: false,
  code: code.tooManyRequests,
  retryAfter,
});

/** `wait` counts the call, and returns for how many seconds it is too early. */
export const rateLimit = <Subject>(wait: (subject: Subject) => number): Step<Subject> => ({
  name: 'rate limit',
  check(subject) {
    const seconds = wait(subject);
    return 0 < seconds ? tooMany(seconds) : undefined;
  },
});

/** Path, query and body as the schemas have them. */
export const inputShape = <Subject extends Admission>(shape: ShapeReader): Step<Subject> => ({
  name: 'input shape',
  check(subject) {
    const { request, body } = subject;
    const input = {
      params: shape.params(request.params),
      query: shape.query(request.query),
      body: body === undefined ? NO_BODY : body,
    };
    const problem = shape.check(input);
    if (problem !== undefined) return { ok: false, ...problem };
    subject.input = input;
    return undefined;
  },
});

/** Undefined: it is missing or malformed. */
export const idempotencyKey = <Subject>(keep: (subject: Subject) => string | undefined): Step<Subject> => ({
  name: 'idempotency key',
  check: (subject) => (keep(subject) === undefined ? refuse(code.idempotencyKeyInvalid, 'Idempotency-Key') : undefined),
});

/** A form is read once it is known who sends it, and after it was counted. */
export const uploadedForm = <Subject extends Admission>(
  forms: FormReader,
  reading: {
    readonly sourceOf: (subject: Subject) => Omit<FormSource, 'request' | 'reply'>;
    readonly limit: Parameters<FormReader['read']>[1];
    readonly refusalOf?: (form: Form & { readonly ok: false }) => CallAnswer<never>;
  },
): Step<Subject> => ({
  name: 'uploaded form',
  async check(subject) {
    const { request, reply } = subject;
    const form = await forms.read({ request, reply, ...reading.sourceOf(subject) }, reading.limit);
    if (!form.ok) return reading.refusalOf?.(form) ?? form;
    subject.body = form.file === undefined ? form.fields : { ...form.fields, file: form.file };
    return undefined;
  },
});
