/** A receipt is untrusted JSON: all of it is read through these, and a throw means unreadable. */
export type Json = { readonly [key: string]: unknown };

export class Unreadable extends Error {}

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function recordOf(value: unknown, what: string): Json {
  if (!isRecord(value)) throw new Unreadable(`${what} is missing`);
  return value;
}

export function textOf(value: unknown, what: string): string {
  if (typeof value !== 'string') throw new Unreadable(`${what} is no text`);
  return value;
}

export function countOf(value: unknown, what: string): number {
  if (!Number.isSafeInteger(value)) throw new Unreadable(`${what} is no whole number`);
  return value as number;
}

/** Far above any receipt of ours. */
const ITEMS_MAX = 50_000;

export function listOf(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value) || ITEMS_MAX < value.length) throw new Unreadable(`${what} is no list`);
  return value;
}

/** Whether two JSON values are the same, whatever the order of their keys. */
export function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => isSame(item, right[index]));
  }
  if (!isRecord(left) || !isRecord(right)) return false;
  const names = Object.keys(left);
  const others = Object.keys(right);
  return names.length === others.length && names.every((name) => name in right && isSame(left[name], right[name]));
}

export const isoOf = (at: number): string => new Date(at).toISOString();
export const isoOrNull = (at: number | null): string | null => (at === null ? null : isoOf(at));
