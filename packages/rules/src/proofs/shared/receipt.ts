/**
 * What its owner shows of an order to everybody who has the link: what was ordered, the prices that
 * decided it and what it came to. Fields are picked, never left out: a field that a later release
 * adds to an order stays private until it is named here.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { fromHex, signatureHolds } from '../../receipt.ts';
import { canonicalText } from '../canonical.ts';
import { isRecord, type Json, listOf, recordOf, textOf, Unreadable } from '../document.ts';

export const SHARED_KINDS = ['option', 'contract', 'spot', 'conversion'] as const;
export type SharedKind = (typeof SHARED_KINDS)[number];

export const SHARED_VERSION = 1;

const FIELDS: Readonly<Record<SharedKind, readonly string[]>> = {
  option: [
    'code',
    'name',
    'precision',
    'direction',
    'asset',
    'amount',
    'periodSeconds',
    'payoutRate',
    'fee',
    'profit',
    'state',
    'outcome',
    'reason',
    'placedAt',
    'entry',
    'expiresAt',
    'exit',
    'settledAt',
    'paid',
  ],
  contract: [
    'code',
    'name',
    'precision',
    'side',
    'type',
    'state',
    'lots',
    'lotSize',
    'leverage',
    'openPrice',
    'closePrice',
    'margin',
    'openFee',
    'closeFeePaid',
    'financing',
    'feeRate',
    'quoteRate',
    'realised',
    'stopLoss',
    'takeProfit',
    'closedBy',
    'placedAt',
    'openedAt',
    'closedAt',
    'netted',
    'convertsBy',
  ],
  spot: [
    'code',
    'name',
    'precision',
    'base',
    'quote',
    'side',
    'type',
    'state',
    'price',
    'filledQuantity',
    'filledAmount',
    'averagePrice',
    'fee',
    'feeAsset',
    'placedAt',
    'doneAt',
  ],
  conversion: ['from', 'to', 'amount', 'received', 'reference', 'price', 'spreadRate', 'bandRate', 'ticks', 'at'],
};
const STEP_FIELDS = ['kind', 'at', 'tick', 'lots', 'price', 'fee', 'pnl', 'stopLoss', 'takeProfit', 'rate', 'adjusted'];
const FILL_FIELDS = ['price', 'quantity', 'fee', 'feeAsset', 'role', 'house', 'tick', 'at'];

const pick = (from: Json, names: readonly string[]): Json =>
  Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));

export interface Redacted {
  readonly version: typeof SHARED_VERSION;
  readonly kind: SharedKind;
  readonly book: 'demo' | 'real';
  readonly order: Json;
  readonly ticks: readonly Json[];
  readonly runs: readonly Json[];
  /** The log entry that placed it, by its place and hash alone: its text names the owner. */
  readonly entry: { readonly seq: number; readonly hash: string };
  /** Where its prices could have been typed. */
  readonly inputs: readonly string[];
  readonly sharedAt: string;
  readonly publicKey: string;
}
/** Why an order cannot be shown yet: it has not ended, or a price of it is not proved. */
export class NotShareable extends Error {}

/** The receipt that its owner gets, without whatever leads to the owner. */
export function redact(
  evidence: unknown,
  header: { readonly kind: SharedKind; readonly at: number; readonly publicKey: string },
): Redacted {
  const { kind, at, publicKey } = header;
  const document = recordOf(evidence, 'the receipt');
  if (!isRecord(document.proof)) throw new NotShareable('it has no proof');
  const proof = document.proof;
  const { order, id, ticks } = partsOf(document, kind);
  const listed = listOf(ticks, 'the ticks').map((item) => recordOf(item, 'a tick'));
  // A window's run has most ticks already; those beyond it stand in the proof alone.
  const all = [...listed, ...listOf(proof.ticks, 'the ticks').map((item) => recordOf(item, 'a tick'))];
  if (all.some(({ receipt }) => receipt === null)) throw new NotShareable('a minute is not signed yet');
  const placed = listOf(proof.entries, 'the entries').find((entry) => isRecord(entry) && entry.seq === id);
  const { seq, hash, text } = recordOf(placed, 'the entry that placed it');
  // Not the book that the caller looks at: a demo order must never be shown as a real one.
  const { book } = recordOf(JSON.parse(textOf(text, 'the text of the entry')), 'the entry');
  return {
    version: SHARED_VERSION,
    kind,
    book: book === 'real' ? 'real' : 'demo',
    order,
    ticks: once(all).map((item) => pick(item, ['tick', 'receipt'])),
    runs: listOf(proof.runs, 'the runs').map((run) => recordOf(run, 'a run')),
    entry: { seq: seq as number, hash: textOf(hash, 'a hash') },
    inputs: listOf(proof.inputs, 'the inputs').map((input) => textOf(input, 'an input')),
    sharedAt: new Date(at).toISOString(),
    publicKey,
  };
}

interface Parts {
  readonly order: Json;
  readonly id: unknown;
  readonly ticks: unknown;
}

function partsOf(document: Json, kind: SharedKind): Parts {
  if (kind === 'option') {
    if (!isRecord(document.receipt)) throw new NotShareable('it has not ended');
    const { ticks, gapLimitMs, lastGapEndedAt } = document.receipt;
    return { order: { ...pick(document, FIELDS.option), gapLimitMs, lastGapEndedAt }, id: document.id, ticks };
  }
  const { ticks } = document;
  if (kind === 'contract') {
    const order = recordOf(document.order, 'the order');
    if (order.state !== 'closed' && order.state !== 'liquidated') throw new NotShareable('it has not ended');
    const { profitMaxRate } = recordOf(document.terms, 'the terms');
    const steps = listOf(document.steps, 'the steps').map((step) => pick(recordOf(step, 'a step'), STEP_FIELDS));
    return { order: { ...pick(order, FIELDS.contract), profitMaxRate, steps }, id: order.id, ticks };
  }
  if (kind === 'spot') {
    const order = recordOf(document.order, 'the order');
    const fills = listOf(order.fills, 'the fills').map((fill) => pick(recordOf(fill, 'a fill'), FILL_FIELDS));
    if (order.doneAt === null || fills.length === 0) throw new NotShareable('it has not ended');
    return { order: { ...pick(order, FIELDS.spot), fills }, id: order.id, ticks };
  }
  const conversion = recordOf(document.conversion, 'the conversion');
  const isDone = conversion.state === undefined || conversion.state === 'filled';
  if (!isDone) throw new NotShareable('it has not ended');
  return { order: pick(conversion, FIELDS.conversion), id: conversion.id, ticks };
}

function once(items: readonly Json[]): Json[] {
  const known = new Map<string, Json>();
  for (const item of items) {
    const { code, seq } = recordOf(item.tick, 'a tick');
    known.set(`${String(code)} ${String(seq)}`, item);
  }
  return [...known.values()];
}

const DOMAIN = new TextEncoder().encode('glasshouse/shared/1\n');

/** `"glasshouse/shared/1\n" ‖ SHA-256(canonical JSON of the document without its signature)`. */
export function sharedBytes(shared: Json | Redacted): Uint8Array {
  const { signature: _, ...document } = shared as Json;
  const digest = sha256(new TextEncoder().encode(canonicalText(document)));
  const bytes = new Uint8Array(DOMAIN.length + digest.length);
  bytes.set(DOMAIN);
  bytes.set(digest, DOMAIN.length);
  return bytes;
}

export function isSharedSigned(document: Json): boolean {
  const key = fromHex(document.publicKey, 32);
  const signature = fromHex(document.signature, 64);
  return key !== undefined && signature !== undefined && signatureHolds(signature, sharedBytes(document), key);
}

/** Throws for what cannot be read. */
export function sharedKindOf(document: Json): SharedKind {
  const kind = SHARED_KINDS.find((candidate) => candidate === document.kind);
  if (kind === undefined || document.version !== SHARED_VERSION) throw new Unreadable('its kind is not known');
  return kind;
}
