import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { formatPrice, priceOfPoints } from '@glasshouse/rules/money';
import { CHECKS, type Verdict } from '@glasshouse/rules/proofs/findings';
import { verifyShared } from '@glasshouse/rules/proofs/shared/verify';
import { receiptsIn } from '@glasshouse/rules/proofs/ticks';
import { verifyEvidence } from '@glasshouse/rules/proofs/verify';
import { type TickReceipt, toHex, verifyReceipt } from '@glasshouse/rules/receipt';
import { tickHash } from '@glasshouse/rules/tick-hash';

export interface Checked {
  readonly ok: boolean;
  readonly lines: readonly string[];
}

const FILE_MAX = 16 * 1024 * 1024;
const KEY = /^[0-9a-f]{64}$/;
const USAGE = 'Name one file: verify-receipt <file> [--key <hex>] [--pin <file>]';

/**
 * Verifies a file with nothing else but the reader's trusted keys: those named, or those that were
 * pinned when the first receipt was verified.
 */
export function verifyReceiptFile(args: readonly string[]): Checked {
  const problem = (...lines: string[]): Checked => ({ ok: false, lines });
  let parsed: { values: { key?: string[]; pin?: string }; positionals: string[] };
  try {
    parsed = parseArgs({
      args: [...args],
      options: { key: { type: 'string', multiple: true }, pin: { type: 'string' } },
      allowPositionals: true,
    });
  } catch (error) {
    return problem((error as Error).message);
  }
  const [file, ...others] = parsed.positionals;
  if (file === undefined || 0 < others.length) return problem(USAGE);
  const named = parsed.values.key?.map((key) => key.toLowerCase());
  if (named?.some((key) => !KEY.test(key)) === true) {
    return problem('A key is 32 bytes in hexadecimal: 64 digits, as returned by listPublicKeys.');
  }
  const content = readJson(file);
  if (!content.ok) return problem(content.problem);
  const { pin } = parsed.values;
  const pinned = pin === undefined ? undefined : pinnedKeys(pin);
  const keys = named === undefined && pinned === undefined ? undefined : [...(named ?? []), ...(pinned ?? [])];
  const verdict = verdictOf(content.value, keys);
  const { ok, lines } = report(content.value, verdict, keys);
  if (pin === undefined) return { ok, lines };
  if (pinned === undefined && ok) {
    writeFileSync(pin, `${verdict.keys.join('\n')}\n`, { flag: 'wx' });
    return { ok, lines: [...lines, `Its keys are pinned in ${pin}: a receipt by another one will be refused.`] };
  }
  const strange = verdict.keys.filter((key) => keys?.includes(key) === false);
  if (strange.length === 0) return { ok, lines };
  const loud = `THE SIGNING KEY HAS CHANGED: ${strange.join(', ')} is not in ${pin}.`;
  return { ok, lines: [...lines, loud, 'Ask who runs the installation, by another way, whether and why.'] };
}

export function readJson(file: string): { ok: true; value: unknown } | { ok: false; problem: string } {
  try {
    const bytes = readFileSync(file);
    if (FILE_MAX < bytes.length) return { ok: false, problem: `${file} is larger than any receipt` };
    return { ok: true, value: JSON.parse(bytes.toString('utf8')) };
  } catch (error) {
    return { ok: false, problem: `${file} cannot be read as JSON: ${(error as Error).message}` };
  }
}

/** Undefined before anything was pinned. */
function pinnedKeys(file: string): readonly string[] | undefined {
  if (!existsSync(file)) return undefined;
  return readFileSync(file, 'utf8')
    .split(/\s+/)
    .filter((line) => KEY.test(line));
}

/** An answer of the API is the receipt in its envelope. */
const unwrapped = (content: unknown): unknown =>
  typeof content === 'object' && content !== null && 'code' in content && 'result' in content
    ? content.result
    : content;

/** Receipts that their owners showed have a field of their own for where they stand in the log. */
const isShared = (document: unknown): boolean =>
  typeof document === 'object' && document !== null && 'sharedAt' in document && !('proof' in document);

function verdictOf(content: unknown, keys: readonly string[] | undefined): Verdict {
  const document = unwrapped(content);
  return isShared(document) ? verifyShared(document, keys) : verifyEvidence(document, keys);
}

/** `keys`: trusted public keys; undefined accepts the receipt's own, and the answer says so. */
export const verifyReceipts = (content: unknown, keys?: readonly string[]): Checked =>
  report(content, verdictOf(content, keys), keys);

const WORDS = {
  seal: 'signatures and keys',
  ticks: 'prices on the tape',
  window: 'order of ticks',
  log: 'log entries',
  terms: 'terms',
  amounts: 'amounts and result',
  order: 'what is shown',
  ledger: 'ledger lines',
} as const;

const ANSWERS = {
  holds: 'holds: everything was checked, and signed by a key that you trust',
  unknownSigner: 'consistent, signer unknown: name the key that you trust with --key or --pin',
  partly: 'nothing is wrong, but not everything could be checked',
  broken: 'DOES NOT HOLD',
} as const;

function report(content: unknown, verdict: Verdict, keys: readonly string[] | undefined): Checked {
  const ticks = receiptsIn(content).flatMap(({ receipt }) => tickLines(receipt));
  const checks = CHECKS.filter((check) => verdict.made.has(check)).map((check) =>
    step(WORDS[check], !verdict.faults.some((fault) => fault.check === check), ''),
  );
  const faults = verdict.faults.map(({ what }) => `  wrong: ${what}`);
  const lacks = verdict.lacks.map(({ what }) => `  not checked: ${what}`);
  const trust = keys === undefined ? ' (its own: compare with listPublicKeys)' : '';
  const signers = verdict.keys.map((key) => `  key ${key}${trust}`);
  const notes = verdict.notes.map((note) => `  ${note}`);
  return {
    ok: verdict.answer === 'holds' || verdict.answer === 'unknownSigner',
    lines: [...ticks, 'The receipt', ...checks, ...signers, ...faults, ...lacks, ...notes, ANSWERS[verdict.answer]],
  };
}

/** How a reader can redo the check of one tick by hand. */
function tickLines(receipt: unknown): string[] {
  if (receipt === null) return [];
  const verdict = verifyReceipt(receipt);
  if (!verdict.ok && verdict.fault === 'malformed') return ['A tick whose proof cannot be read.'];
  const { tick, path, index, tickCount, root, previousRootHash, minute } = receipt as TickReceipt;
  const price = (points: number): string => formatPrice(priceOfPoints(points, tick.precision), tick.precision);
  const prices = `bid ${price(tick.bid)}, mid ${price(tick.mid)}, ask ${price(tick.ask)}`;
  return [
    `${tick.code} tick ${tick.seq} of ${new Date(tick.at).toISOString()}: ${prices}`,
    `  leaf ${toHex(tickHash(tick))}, ${index} of ${tickCount}`,
    `  minute ${new Date(minute).toISOString()}, ${path.length} steps to the root ${root}`,
    `  after the minute ${previousRootHash}`,
  ];
}

const step = (what: string, holds: boolean, about: string): string =>
  `  ${what.padEnd(20)} ${holds ? 'ok' : 'NO'} ${about}`.trimEnd();
