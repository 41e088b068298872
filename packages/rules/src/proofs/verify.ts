import { fromHex } from '../receipt.ts';
import { type Anchor, isAnchorSigned, readAnchor } from './anchor.ts';
import { isCertificateAnswer, proveCard } from './certificate-answer.ts';
import { proveContract } from './contract.ts';
import { proveConversion } from './conversion.ts';
import { isRecord, type Json, listOf, recordOf, textOf } from './document.ts';
import { type Entry, LogEntries } from './entries.ts';
import { type Answer, Findings, type Verdict } from './findings.ts';
import { proveLoan } from './loan.ts';
import { proveCertificate, proveNft } from './nft.ts';
import { proveOption } from './option.ts';
import { provePlan } from './plan.ts';
import type { Proving } from './proving.ts';
import { isSealed } from './seal.ts';
import { proveSpot } from './spot.ts';
import { ProvenTicks, receiptsIn } from './ticks.ts';
import { proveTree } from './tree-proof.ts';

/** Of the proof that is inside a receipt; receipts without one are of a release that gave less. */
export const PROOF_VERSION = 2;

const KINDS: { readonly [kind: string]: (document: Json, by: Proving) => void } = {
  option: proveOption,
  contract: proveContract,
  spot: proveSpot,
  conversion: proveConversion,
  plan: provePlan,
  loan: proveLoan,
  nft: proveNft,
  certificate: proveCertificate,
};

/**
 * Verifies a receipt with nothing but itself and the keys that its reader trusts. Never throws: any
 * value may be given, a receipt or the whole answer that a certificate came in. Without keys the
 * answer is never `holds`: a receipt carries its own key, so alone it only proves that somebody
 * signed it.
 */
export function verifyEvidence(document: unknown, trusted?: readonly string[]): Verdict {
  const found = new Findings();
  const ticks = new ProvenTicks(found);
  const keys = new Set<string>();
  try {
    const answer = isCertificateAnswer(document) ? document : undefined;
    if (answer !== undefined) proveCard(answer, found);
    prove(recordOf(answer === undefined ? document : answer.evidence, 'the receipt'), { found, ticks, keys });
  } catch (error) {
    // Anything that cannot be read cannot be proved; the reason names what is missing.
    found.expect('order', false, (error as Error).message);
  }
  for (const key of ticks.keys) keys.add(key);
  const isTrusted = trusted !== undefined && [...keys].every((key) => trusted.includes(key));
  if (trusted !== undefined) found.expect('seal', isTrusted, 'it is signed by a key that is not trusted');
  const { faults, lacks, made, notes } = found;
  return { answer: answerOf(found, trusted !== undefined), faults, lacks, made, notes, keys: [...keys] };
}

function answerOf({ faults, lacks }: Findings, hasKeys: boolean): Answer {
  if (0 < faults.length) return 'broken';
  if (lacks.some(({ lack }) => lack !== 'hidden')) return 'partly';
  return hasKeys ? 'holds' : 'unknownSigner';
}

function prove(document: Json, context: { found: Findings; ticks: ProvenTicks; keys: Set<string> }): void {
  const { found, ticks, keys } = context;
  const { proof } = document;
  if (!isRecord(proof)) {
    oldReceipt(document, context);
    return;
  }
  found.expect('seal', proof.version === PROOF_VERSION, 'its version is not known');
  found.expect('seal', isSealed(document, proof), 'the signature over the whole receipt does not hold');
  found.expect(
    'seal',
    Object.keys(proof).every((name) => PROOF_FIELDS.has(name)),
    'its proof says more',
  );
  if (fromHex(proof.publicKey, 32) !== undefined) keys.add(proof.publicKey as string);
  const anchor = anchorOf(proof, found);
  if (anchor !== undefined) keys.add(anchor.publicKey);

  ticks.readList(proof.ticks);
  ticks.readList(ticksOf(document));
  ticks.readRuns(proof.runs);
  const entries = new LogEntries(proof.entries, found);
  const heads = entries.all.filter(({ seq }) => anchor !== undefined && anchor.seq < seq);
  found.expect('log', heads.length === 0, 'it names entries after the head of the log');
  for (const { seq, hash } of entries.all) {
    found.expect('log', anchor?.seq !== seq || anchor.hash === hash, `entry ${seq} is not the head that it was`);
  }
  if (proof.tree !== undefined) {
    const signer = proveTree(recordOf(proof.tree, 'the proof of the transparency log'), entries, found);
    if (signer !== undefined) keys.add(signer);
  }
  const by: Proving = { found, ticks, entries, proof, owner: (placed) => expectOwner(placed, { found, entries }) };
  const kind = KINDS[textOf(proof.kind, 'the kind of the receipt')];
  if (!found.expect('seal', kind !== undefined, 'its kind is not known') || kind === undefined) return;
  kind(document, by);
  const isPlain = proof.kind === 'option' || (proof.around === null && proof.gapEnd === null);
  found.expect('window', isPlain, 'it points at ticks that it has nothing to do with');
  const opened = entries.all.filter(({ type }) => type === 'prices.opened');
  for (const entry of opened) entries.use(entry);
  entries.expectAllUsed();
  const knowsSessions = entries.all.some(({ session }) => session !== undefined);
  expectInputs(proof, found, { opened, knowsSessions });
}

const PROOF_FIELDS = new Set([
  'version',
  'kind',
  'entries',
  'ticks',
  'runs',
  'around',
  'gapEnd',
  'anchor',
  'tree',
  'inputs',
  'issuedAt',
  'publicKey',
  'signature',
]);

/**
 * Where prices could be typed, as the log said while the order lived. Logs of earlier releases did
 * not say it: nothing but the seal vouches then for the inputs that a receipt names.
 */
function expectInputs(
  proof: Json,
  found: Findings,
  { opened, knowsSessions }: { readonly opened: readonly Entry[]; readonly knowsSessions: boolean },
): void {
  const inputs = listOf(proof.inputs, 'the inputs of prices').map((input) => textOf(input, 'an input'));
  if (opened.length === 0) {
    // A log that names sessions says where prices come from, at each start.
    found.expect('log', !knowsSessions, 'the log entry of where prices came from is missing');
    for (const input of inputs) found.note(`Prices came in through ${input}.`);
    if (0 < inputs.length) found.lack('old', 'its log does not say where prices came from, only its signature does');
    return;
  }
  const logged = opened
    .flatMap(({ body }) => listOf(body.feeds, 'the feeds in the log'))
    .flatMap((feed) => {
      return listOf(recordOf(feed, 'a feed in the log').inputs, 'the inputs in the log');
    });
  const isWhole = JSON.stringify(inputs) === JSON.stringify([...new Set(logged)]);
  found.expect('log', isWhole, 'its inputs of prices are not those of the log');
  for (const input of inputs) found.note(`Prices came in through ${input}.`);
}

/** The list that the pages show; of an option it is inside `receipt`. */
function ticksOf(document: Json): unknown {
  if (document.ticks !== undefined) return document.ticks;
  return isRecord(document.receipt) ? document.receipt.ticks : [];
}

function anchorOf(proof: Json, found: Findings): Anchor | undefined {
  const anchor = readAnchor(proof.anchor);
  const holds = anchor !== undefined && isAnchorSigned(anchor) && Object.keys(recordOf(proof.anchor, '')).length === 8;
  found.expect('seal', holds, 'the head of the log that it names is not signed');
  return anchor;
}

function expectOwner(placed: Entry, { found, entries }: Pick<Proving, 'found' | 'entries'>): void {
  found.expect('log', 0 < placed.user && placed.id.startsWith(`${placed.user}:`), 'the order has no owner');
  for (const { user, book, seq, type } of entries.all) {
    found.expect('log', user === placed.user || user === 0, `log entry ${seq} is of somebody else`);
    const isOfBook = book === placed.book || type.endsWith('.define') || user === 0;
    found.expect('log', isOfBook, `log entry ${seq} is of the other book`);
  }
}

/** Of an earlier release, or a price alone: its ticks are proved, and it says what it lacks. */
function oldReceipt(
  document: Json,
  { found, ticks, keys }: { found: Findings; ticks: ProvenTicks; keys: Set<string> },
): void {
  const receipts = receiptsIn(document);
  if (!found.expect('ticks', 0 < receipts.length, 'it contains no receipt')) return;
  const isAlone = receipts.length === 1 && !('state' in document) && !('order' in document);
  for (const { tick, receipt } of receipts) {
    ticks.readOne(tick, receipt);
    if (isRecord(receipt) && typeof receipt.publicKey === 'string') keys.add(receipt.publicKey);
  }
  if (isAlone) return;
  found.lack('old', 'it has no log entries, so nothing shows that terms, amounts and result follow from them');
}
