import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');

/**
 * For programs of ours that a test starts: none of its own settings, and the cache of compiled code
 * that all of them share, without which each strips the types of some three hundred files.
 */
export const CHILD_ENV: Readonly<Record<string, string | undefined>> = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, 'node_modules/.cache/compile'),
};
