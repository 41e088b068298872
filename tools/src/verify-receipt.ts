import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { formatPrice, parsePrice, priceOfPoints } from '@glasshouse/rules/money';
import { settleOption } from '@glasshouse/rules/options';
import { type ReceiptFault, type TickReceipt, toHex, verifyReceipt } from '@glasshouse/rules/receipt';
import { tickHash } from '@glasshouse/rules/tick-hash';

export interface Checked {
  readonly ok: boolean;
  readonly lines: readonly string[];
}

type JsonObject = { readonly [key: string]: unknown };

/** A tick in the file with its proof; null while its minute is unsigned. */
interface Proof {
  readonly tick: JsonObject | undefined;
  readonly receipt: unknown;
}

/** Far above any file of ours: an order has at most a hundred ticks. */
const PROOFS_MAX = 1_000;
const FILE_MAX = 16 * 1024 * 1024;
const DEPTH_MAX = 12;

/**
 * Verifies every receipt in a file, with only the file and optionally the reader's trusted keys.
 */
export function verifyReceiptFile(args: readonly string[]): Checked {
  const problem = (...lines: string[]): Checked => ({ ok: false, lines });
  let parsed: { values: { key?: string[] }; positionals: string[] };
  try {
    parsed = parseArgs({
      args: [...args],
      options: { key: { type: 'string', multiple: true } },
      allowPositionals: true,
    });
  } catch (error) {
    return problem((error as Error).message);
  }
  const [file, ...others] = parsed.positionals;
  if (file === undefined || 0 < others.length) return problem('Name one file: verify-receipt <file> [--key <hex>]');
  const keys = parsed.values.key?.map((key) => key.toLowerCase());
  if (keys?.some((key) => !/^[0-9a-f]{64}$/.test(key)) === true) {
    return problem('A key is 32 bytes in hexadecimal: 64 digits, as returned by listPublicKeys.');
  }
  let content: unknown;
  try {
    const bytes = readFileSync(file);
    if (FILE_MAX < bytes.length) return problem(`${file} is larger than any receipt`);
    content = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    return problem(`${file} cannot be read as JSON: ${(error as Error).message}`);
  }
  return verifyReceipts(content, keys);
}

/** `keys`: trusted public keys; undefined accepts the receipt's own key and says so. */
export function verifyReceipts(content: unknown, keys?: readonly string[]): Checked {
  const proofs: Proof[] = [];
  collect(content, proofs, 0);
  if (proofs.length === 0) return { ok: false, lines: ['The file contains no receipt.'] };
  const parts = proofs.map((proof) => checkProof(proof, keys));
  const results = ordersIn(content, 0).flatMap((order) => checkResult(order));
  const failed = [...parts, ...results].filter(({ ok }) => !ok).length;
  const count = proofs.length === 1 ? '1 receipt' : `${proofs.length} receipts`;
  return {
    ok: failed === 0,
    lines: [
      ...[...parts, ...results].flatMap(({ lines }) => lines),
      failed === 0 ? `${count} checked: everything holds` : `${count} checked: ${failed} of the checks above failed`,
    ],
  };
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const looksLikeReceipt = (value: unknown): boolean => isObject(value) && 'path' in value && 'signature' in value;

/**
 * Finds receipts anywhere: alone, in an answer of `getTickReceipt`, or in an order saved from the
 * order page.
 */
function collect(value: unknown, into: Proof[], depth: number): void {
  if (DEPTH_MAX < depth || PROOFS_MAX <= into.length) return;
  if (Array.isArray(value)) for (const item of value) collect(item, into, depth + 1);
  if (!isObject(value)) return;
  if (looksLikeReceipt(value)) into.push({ tick: undefined, receipt: value });
  else if (isObject(value.tick) && (value.receipt === null || looksLikeReceipt(value.receipt))) {
    into.push({ tick: value.tick, receipt: value.receipt });
  } else for (const inner of Object.values(value)) collect(inner, into, depth + 1);
}

function checkProof({ tick, receipt }: Proof, keys: readonly string[] | undefined): Checked {
  if (receipt === null) {
    const name = `${String(tick?.code)} tick ${String(tick?.seq)}`;
    return { ok: false, lines: [name, '  not signed yet     save the file again once its minute is closed'] };
  }
  const verdict = verifyReceipt(receipt, keys);
  if (!verdict.ok && verdict.fault === 'malformed') return { ok: false, lines: ['A receipt that cannot be read.'] };
  const known = receipt as TickReceipt;
  const fault = verdict.ok ? undefined : verdict.fault;
  const same = tick === undefined || isSameTick(tick, known);
  const lines = [headline(known), ...steps(known, fault, keys)];
  if (tick !== undefined) lines.push(step('tick named', same, 'the prices and the time that the file shows'));
  return { ok: verdict.ok && same, lines };
}

function headline({ tick }: TickReceipt): string {
  const price = (points: number): string => formatPrice(priceOfPoints(points, tick.precision), tick.precision);
  const prices = `bid ${price(tick.bid)}, mid ${price(tick.mid)}, ask ${price(tick.ask)}`;
  return `${tick.code} tick ${tick.seq} of ${new Date(tick.at).toISOString()}: ${prices}`;
}

/** The checks in order; the first fault ends them. */
const ORDER: readonly ReceiptFault[] = ['wrong-minute', 'wrong-root', 'wrong-signature', 'unknown-key'];

function steps(receipt: TickReceipt, fault: ReceiptFault | undefined, keys: readonly string[] | undefined): string[] {
  const failedAt = fault === undefined ? ORDER.length : ORDER.indexOf(fault);
  const minute = new Date(receipt.minute).toISOString();
  const key =
    keys === undefined ? `${receipt.publicKey}, the receipt's own: compare it with listPublicKeys` : receipt.publicKey;
  const all = [
    step('minute', 0 < failedAt, minute),
    `  leaf               ${toHex(tickHash(receipt.tick))}`,
    step(
      'path and root',
      1 < failedAt,
      `${receipt.path.length} steps from leaf ${receipt.index} of ${receipt.tickCount} to ${receipt.root}`,
    ),
    step(
      'signature',
      2 < failedAt,
      `Ed25519 over the minute, its root and the previous minute, ${receipt.previousRootHash}`,
    ),
    step('key', 3 < failedAt, key),
  ];
  // The leaf line sits between minute and path.
  return all.slice(0, failedAt === 0 ? 1 : failedAt + 2);
}

const step = (what: string, holds: boolean, about: string): string =>
  `  ${what.padEnd(15)} ${holds ? 'ok' : 'NO'} ${about}`;

/** Compares the displayed tick with the signed integers. */
function isSameTick(tick: JsonObject, receipt: TickReceipt): boolean {
  const signed = receipt.tick;
  const samePrice = (text: unknown, points: number): boolean =>
    typeof text === 'number'
      ? text === points
      : typeof text === 'string' && parsePrice(text) === priceOfPoints(points, signed.precision);
  const at = typeof tick.at === 'string' ? Date.parse(tick.at) : tick.at;
  const sameName = tick.code === signed.code && tick.seq === signed.seq && at === signed.at;
  return (
    sameName && samePrice(tick.bid, signed.bid) && samePrice(tick.ask, signed.ask) && samePrice(tick.mid, signed.mid)
  );
}

/** Settled options in the file. */
function ordersIn(value: unknown, depth: number): JsonObject[] {
  if (DEPTH_MAX < depth) return [];
  if (Array.isArray(value)) return value.flatMap((item) => ordersIn(item, depth + 1));
  if (!isObject(value)) return [];
  const isOption = value.state === 'settled' && 'outcome' in value && 'direction' in value && isObject(value.receipt);
  return isOption ? [value] : Object.values(value).flatMap((inner) => ordersIn(inner, depth + 1));
}

/**
 * Whether the outcome follows from the signed entry and exit prices; the order's own copies do not
 * count.
 */
function checkResult(order: JsonObject): Checked[] {
  const ticks = (order.receipt as JsonObject).ticks;
  const signed = (end: unknown): TickReceipt['tick'] | undefined => {
    if (!Array.isArray(ticks) || !isObject(end)) return undefined;
    const found = ticks.find((one: unknown) => isObject(one) && isObject(one.tick) && one.tick.seq === end.seq);
    return isObject(found?.receipt) ? (found.receipt as unknown as TickReceipt).tick : undefined;
  };
  const [entry, exit] = [signed(order.entry), signed(order.exit)];
  const { direction } = order;
  if (entry === undefined || exit === undefined || (direction !== 'up' && direction !== 'down')) return [];
  const holds =
    entry.code === order.code &&
    exit.code === order.code &&
    settleOption({ direction, entry: entry.mid, exit: exit.mid }) === order.outcome;
  return [
    {
      ok: holds,
      lines: [`order ${String(order.id)}`, step('result', holds, `${direction}: ${String(order.outcome)}`)],
    },
  ];
}
