import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@glasshouse/contract/constants';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/** Why a password is refused; undefined when it is fine. No rules of composition: they make passwords worse. */
export type PasswordProblem = 'short' | 'long' | 'guessable';

/**
 * Length decides, then whether it is one of those that everybody tries first: a common one, one character or a short piece repeated, a run
 * along the alphabet, the digits or the keyboard, or hardly more than the owner's own name or address.
 */
export function passwordProblem(
  password: string,
  own: readonly (string | null | undefined)[] = [],
): PasswordProblem | undefined {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH_MIN) return 'short';
  if (PASSWORD_LENGTH_MAX < length) return 'long';
  const folded = password.normalize('NFKC').toLowerCase();
  const bare = folded.replace(/[^\p{L}\p{N}]/gu, '');
  if (COMMON_PASSWORDS.has(folded) || COMMON_PASSWORDS.has(bare)) return 'guessable';
  // What is left of a common word once the digits and signs around it are gone: `password123!`.
  const core = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if (COMMON_PASSWORDS.has(core) && length - core.length <= ADDED_MAX) return 'guessable';
  if (isRepeated(folded) || isRun(bare)) return 'guessable';
  for (const word of ownWords(own)) {
    if (bare.includes(word) && bare.length - word.length <= ADDED_MAX) return 'guessable';
  }
  return undefined;
}

/** Fewer additional characters than this make no difference to somebody who guesses. */
const ADDED_MAX = 4;

const isRepeated = (text: string): boolean => /^(.{1,5}?)\1+.{0,4}$/su.test(text) && new Set(text).size <= 5;

const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  'qazwsxedcrfvtgb',
];
const RUN_PIECE = 4;

/** Every piece of four characters lies on one of the runs, forwards or backwards. */
function isRun(text: string): boolean {
  for (let start = 0; start < text.length; start += RUN_PIECE) {
    const piece = text.slice(start, start + RUN_PIECE);
    const backwards = [...piece].reverse().join('');
    if (!RUNS.some((run) => run.includes(piece) || run.includes(backwards))) return false;
  }
  return true;
}

const OWN_WORD_MIN = 4;

function ownWords(own: readonly (string | null | undefined)[]): string[] {
  return own
    .filter((text) => typeof text === 'string')
    .flatMap((text) => [text, text.split('@')[0] ?? ''])
    .map((text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
    .filter((word) => OWN_WORD_MIN <= word.length);
}
