import { samePlaceholders } from '../checks/catalogues.ts';
import { flatten, PLURAL } from '../checks/texts.ts';
import { type Messages, type MessageTree, NAMESPACES, type Namespace } from '../namespaces.ts';

/** One text as a reader marked it. */
export interface Change {
  readonly key: string;
  /** The text that they read. */
  readonly now: string;
  readonly better: string;
}

export interface Refused extends Change {
  readonly why: string;
}

export interface ReviewResult {
  readonly messages: Messages;
  readonly applied: readonly Change[];
  readonly refused: readonly Refused[];
}

/**
 * Puts the changes of a reader into the messages of a language. Refused, each by itself: unknown
 * keys, texts that were changed since they were read, empty texts, other placeholders.
 */
export function applyChanges(messages: Messages, changes: readonly Change[]): ReviewResult {
  const applied: Change[] = [];
  const refused: Refused[] = [];
  let all = messages;
  for (const change of changes) {
    const [namespace, path] = placeOf(change.key);
    const now = namespace === undefined ? undefined : flatten(all[namespace]).get(path);
    const why = problemOf(change, now);
    if (why !== undefined || namespace === undefined) refused.push({ ...change, why: why ?? UNKNOWN });
    else {
      applied.push(change);
      all = { ...all, [namespace]: withText(all[namespace] ?? {}, path.split('.'), change.better.trim()) };
    }
  }
  return { messages: all, applied, refused };
}

const UNKNOWN = 'there is no such text';

function problemOf({ key, now: read, better }: Change, now: string | undefined): string | undefined {
  if (now === undefined) return UNKNOWN;
  if (now !== read) return `it was changed meanwhile: ${now}`;
  if (better.trim() === '') return 'it is empty';
  return samePlaceholders(now, better, PLURAL.test(key)) ? undefined : 'its values in {{…}} differ';
}

export function placeOf(key: string): readonly [namespace: Namespace | undefined, path: string] {
  const [name = '', path = ''] = key.split(/:(.*)/s);
  return [NAMESPACES.find((namespace) => namespace === name), path];
}

/** Keys may hold dots: the longest name that the tree has at each level is taken. */
function withText(tree: MessageTree, path: readonly string[], text: string): MessageTree {
  for (let length = path.length; 0 < length; length -= 1) {
    const name = path.slice(0, length).join('.');
    const inner = tree[name];
    if (inner === undefined) continue;
    return { ...tree, [name]: typeof inner === 'string' ? text : withText(inner, path.slice(length), text) };
  }
  return tree;
}
