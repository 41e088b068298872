import { code } from '@glasshouse/api/codes';
import { BASE_PATH } from '@glasshouse/api/constants';
import { needMessages, translator } from '@glasshouse/app/language/language';
import { readStored, writeStored } from '@glasshouse/app/session/storage';
import { judgeEnvelope, urlBelow } from '@glasshouse/client/envelope';
import { loadCallTable } from '@glasshouse/client/load-call-table';
import { toasts } from '@glasshouse/ui';

/** The head of the log as an answer named it. */
export interface LogHead {
  readonly seq: number;
  readonly hash: string;
}

/** What the server says of an entry now, against what it said before. */
export interface Contradiction {
  readonly told: LogHead;
  /** Null: the log does not have the entry any more. */
  readonly now: LogHead | null;
}

interface StoredHead extends LogHead {
  /** The log was asked for it after a later one was told: nothing was changed between the two. */
  readonly asked?: true;
}

const HEADS_KEY = 'glasshouse.logHeads';
const CONTRADICTION_KEY = 'glasshouse.historyChanged';
const KEPT_MAX = 50;
/** So many that were never asked for do not wait for the next time. */
const PENDING_MAX = 25;
/** A log that is rewritten stays so: asking now and then is enough. */
const ASK_EVERY_MS = 60_000;
const HEAD = /^(\d{1,15}) ([0-9a-f]{64})$/;
const SHOWN_DIGITS = 12;

/** What the server says now of an entry: its hash, that there is none, or nothing that counts. */
export type AskHash = (seq: number) => Promise<string | 'none' | 'archived' | undefined>;

let askedAt = Number.NEGATIVE_INFINITY;
/** One at a time: an answer may overtake another. */
let last: Promise<unknown> = Promise.resolve();
let shown: number | undefined;

/**
 * Keeps what an answer to an order said of the log, and shouts when the log does not extend what
 * this device was told before.
 */
export const recordHead = (text: string): Promise<void> =>
  inTurn(async () => {
    const head = readHead(text);
    return head === undefined ? undefined : compareHead(head, { ask: askServer, now: Date.now() });
  });

/** At the start of the page: asks for what was told last, and shows again what was found before. */
export const recall = (): Promise<void> =>
  inTurn(async () => {
    askedAt = Date.now();
    return (await askFor(readKept(), askServer)) ?? readContradiction();
  });

function inTurn(work: () => Promise<Contradiction | undefined>): Promise<void> {
  const turn = last.then(async () => {
    const found = await work();
    if (found !== undefined) await shout(found);
  });
  last = turn.catch(() => undefined);
  return turn;
}

export function readHead(text: string): LogHead | undefined {
  const [, seq, hash] = HEAD.exec(text) ?? [];
  return seq === undefined || hash === undefined ? undefined : { seq: Number(seq), hash };
}

/** What the log lost or changed of what this device was told; undefined while nothing is known. */
export async function compareHead(
  head: LogHead,
  { ask, now }: { readonly ask: AskHash; readonly now: number },
): Promise<Contradiction | undefined> {
  const known = readKept();
  const newest = known.at(-1);
  const same = known.find(({ seq }) => seq === head.seq);
  if (same !== undefined) return same.hash === head.hash ? undefined : { told: same, now: head };
  if (newest === undefined || newest.seq < head.seq) keep([...known, head]);
  if (newest === undefined) return undefined;
  // An older head may have been overtaken by a newer answer, or the log lost its end.
  const isBehind = head.seq < newest.seq;
  const pending = known.filter(({ asked: isVerified }) => isVerified !== true).length;
  if (!isBehind && pending < PENDING_MAX && now - askedAt < ASK_EVERY_MS) return undefined;
  askedAt = now;
  return askFor(known, ask);
}

/**
 * Asks for the newest one, and for each that was not asked for since a later one was told: a log
 * that was rewritten between two of them still has the later one.
 */
async function askFor(known: readonly StoredHead[], ask: AskHash): Promise<Contradiction | undefined> {
  const newest = known.at(-1);
  for (const head of known) {
    if (head.asked === true && head !== newest) continue;
    const { seq, hash } = head;
    const has = await ask(seq);
    if (has === undefined) return undefined;
    if (has === 'none') return { told: { seq, hash }, now: null };
    if (has !== 'archived' && has !== hash) return { told: { seq, hash }, now: { seq, hash: has } };
    const isLast = readKept().at(-1)?.seq === seq;
    if (!isLast) keep(readKept().map((head) => (head.seq === seq ? { ...head, asked: true } : head)));
  }
  return undefined;
}

/** Of too many, those go first that were asked for. */
function keep(heads: readonly StoredHead[]): void {
  let surplus = heads.length - KEPT_MAX;
  const spared = heads.filter(({ asked: isVerified }) => isVerified !== true || surplus-- <= 0);
  writeStored(HEADS_KEY, JSON.stringify(spared.slice(-KEPT_MAX)));
}

function readKept(): StoredHead[] {
  const value = readJson(HEADS_KEY);
  return Array.isArray(value) ? value : [];
}

const readContradiction = (): Contradiction | undefined => readJson(CONTRADICTION_KEY) as Contradiction | undefined;

function readJson(key: string): unknown {
  try {
    return JSON.parse(readStored(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

async function askServer(seq: number): Promise<string | 'none' | 'archived' | undefined> {
  try {
    const { getLogHash } = await loadCallTable();
    const response = await fetch(urlBelow(BASE_PATH, getLogHash.path, { query: { seq } }));
    const answer = judgeEnvelope<LogHead>(response, await response.json());
    if (answer.ok) return answer.result.hash;
    const { failure } = answer;
    if (failure.kind !== 'refused') return undefined;
    // Archived entries are looked up by whoever verifies the archive.
    if (failure.code === code.entryArchived) return 'archived';
    return failure.code === code.nothingFound ? 'none' : undefined;
  } catch {
    return undefined;
  }
}

/** Stays on every page until it is closed, and comes back with the next visit. */
async function shout(found: Contradiction): Promise<void> {
  writeStored(CONTRADICTION_KEY, JSON.stringify(found));
  await needMessages(['trade']);
  const { t } = translator();
  const { told: head, now } = found;
  const words = { seq: String(head.seq), told: head.hash.slice(0, SHOWN_DIGITS) };
  if (shown !== undefined) toasts.dismiss(shown);
  shown = toasts.show({
    title: t('trade:receipt.historyChanged'),
    note:
      now === null
        ? t('trade:receipt.historyGone', words)
        : t('trade:receipt.historyOther', { ...words, now: now.hash.slice(0, SHOWN_DIGITS) }),
    tone: 'warning',
    stays: true,
    action: { label: t('trade:receipt.saveHistory'), onPress: () => void save(found) },
  });
}

/** In a form that `glasshouse compare-anchors` reads, with what the operator signs now. */
async function save(found: Contradiction): Promise<void> {
  const anchor = await loadCallTable()
    .then(({ getAnchor }) => fetch(urlBelow(BASE_PATH, getAnchor.path, {})))
    .then((response) => response.json())
    .catch(() => null);
  const file = { at: new Date().toISOString(), ...found, kept: readKept(), anchor };
  const { saveFile } = await import('@glasshouse/app/save-file');
  saveFile('log-heads.json', new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }));
}
