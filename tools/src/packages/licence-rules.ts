import type { LockedPackage } from './locked-packages.ts';

/** Licences whose works may be part of one under AGPL-3.0-only, and be passed on with it. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'AGPL-3.0-only',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  // Fonts.
  'OFL-1.1',
  'Unlicense',
  'Zlib',
]);

/** Packages whose package.json names none, by the licence file inside them. */
const READ_BY_HAND: ReadonlyMap<string, string> = new Map([['png-js', 'MIT']]);

type Licensed = Pick<LockedPackage, 'name' | 'version' | 'licence'>;

export function licenceOf({ name, licence }: Pick<Licensed, 'name' | 'licence'>): string | undefined {
  return licence ?? READ_BY_HAND.get(name);
}

/** What may not be part of the product, each with the reason. */
export function licenceProblems(packages: readonly Licensed[]): readonly string[] {
  return packages.flatMap((locked) => {
    const licence = licenceOf(locked);
    const named = `${locked.name} ${locked.version}`;
    if (licence === undefined) return [`${named} names no licence`];
    return isAllowed(licence) ? [] : [`${named}: ${licence} is not on the list of allowed licences`];
  });
}

/**
 * An SPDX expression: of "A OR B" one must be allowed, of "A AND B" both. AND binds closer than OR;
 * exceptions ("WITH") are not on the list, and no package has needed one.
 */
export function isAllowed(expression: string): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const any = (): boolean => {
    let allowed = all();
    while (tokens[at] === 'OR') {
      at += 1;
      const next = all();
      allowed = allowed || next;
    }
    return allowed;
  };
  const all = (): boolean => {
    let allowed = single();
    while (tokens[at] === 'AND') {
      at += 1;
      const next = single();
      allowed = allowed && next;
    }
    return allowed;
  };
  const single = (): boolean => {
    const token = tokens[at] ?? '';
    at += 1;
    if (token !== '(') return ALLOWED.has(token);
    const allowed = any();
    const isClosed = tokens[at] === ')';
    at += 1;
    return allowed && isClosed;
  };
  const allowed = any();
  return allowed && at === tokens.length;
}
