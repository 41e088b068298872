import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@glasshouse/api/constants';
import { foldPassword, passwordLength } from '@glasshouse/api/typed-text';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/** In no published leak, as far as anybody here can tell: see `useBreachedPasswords`. */
let isBreached: (password: string) => boolean = () => false;

/** Once, at the start, where the operator keeps such a list. */
export function useBreachedPasswords(isInList: (password: string) => boolean): void {
  isBreached = isInList;
}

/**
 * Why a password is refused; undefined when it is fine. No rules of composition: they make
 * passwords worse.
 */
export type PasswordProblem = 'short' | 'long' | 'guessable';

/**
 * Length decides, in characters of any script, then whether it is one of those that everybody
 * tries first: a common one, one character or a short piece repeated, a run along the alphabet, the
 * digits or the keyboard, or hardly more than the owner's own name or address.
 */
export function passwordProblem(
  password: string,
  own: readonly (string | null | undefined)[] = [],
): PasswordProblem | undefined {
  const length = passwordLength(password);
  if (length < PASSWORD_LENGTH_MIN) return 'short';
  if (PASSWORD_LENGTH_MAX < length) return 'long';
  if (isBreached(password)) return 'guessable';
  const folded = foldPassword(password).toLowerCase();
  const bare = folded.replace(/[^\p{L}\p{N}]/gu, '');
  // Signs and marks count as any other character: only a few of them around a word leave it a word.
  const isMostlyBare = length - [...bare].length <= ADDED_MAX;
  if (COMMON_PASSWORDS.has(folded) || (isMostlyBare && COMMON_PASSWORDS.has(bare))) return 'guessable';
  // A common word inside digits and signs: `password123!`.
  const core = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if (COMMON_PASSWORDS.has(core) && length - core.length <= ADDED_MAX) return 'guessable';
  if (isRepeated(folded) || isRun(folded) || (isMostlyBare && isRun(bare))) return 'guessable';
  for (const word of isMostlyBare ? ownWords(own) : []) {
    if (bare.includes(word) && bare.length - word.length <= ADDED_MAX) return 'guessable';
  }
  return undefined;
}

/** Fewer added characters than this do not slow a guesser down. */
const ADDED_MAX = 4;

const isRepeated = (text: string): boolean => /^(.{1,5}?)\1+.{0,4}$/su.test(text) && new Set(text).size <= 5;

const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  'qazwsxedcrfvtgb',
  '!@#$%^&*()_+',
];
const NEIGHBOURS = new Set(
  RUNS.flatMap((run) =>
    [...run].flatMap((left, index) => [left + (run[index + 1] ?? ''), (run[index + 1] ?? '') + left]),
  ),
);
/** One jump in five characters: `qwertyasdfgh` is two runs and still weak. */
const CHARACTERS_PER_JUMP = 5;

/**
 * Hardly anything but steps to the next character of the alphabet, the digits or a row of the
 * keyboard, forwards or backwards.
 */
function isRun(text: string): boolean {
  const characters = [...text];
  const jumps = characters.filter((character, index) => {
    const next = characters[index + 1];
    return next !== undefined && next !== character && !NEIGHBOURS.has(character + next);
  });
  return jumps.length * CHARACTERS_PER_JUMP <= characters.length;
}

const OWN_WORD_MIN = 4;

function ownWords(own: readonly (string | null | undefined)[]): string[] {
  return own
    .filter((text) => typeof text === 'string')
    .flatMap((text) => [text, text.split('@')[0] ?? ''])
    .map((text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
    .filter((word) => OWN_WORD_MIN <= word.length);
}
