import { type Finding, isTest, isTestHelper, type Rule, type SourceFile } from './sources.ts';

/** Packages each package may import besides itself. */
const PACKAGES: { readonly [part: string]: readonly string[] } = {
  'packages/api': [],
  'packages/rules': [],
  'packages/i18n': ['packages/api'],
  'packages/client': ['packages/api'],
  'packages/ui': ['packages/api', 'packages/rules', 'packages/i18n'],
  'packages/app': ['packages/api', 'packages/rules', 'packages/i18n', 'packages/client', 'packages/ui'],
  'apps/web': ['packages'],
  'apps/console': ['packages'],
};

const SERVER = 'apps/server/src';

/**
 * The server's folders from bottom to top. A file imports only from its own folder and from those
 * before it in this list, without exceptions. Modules in a `sealed` folder do not import each
 * other: they meet through the ledger, market data and commands.
 */
const LAYERS: readonly { readonly folder: string; readonly sealed?: true }[] = [
  { folder: 'platform' },
  { folder: 'files' },
  { folder: 'factors' },
  { folder: 'chains' },
  { folder: 'kernel' },
  { folder: 'market-data/instruments' },
  { folder: 'market-data/candles' },
  { folder: 'market-data/feeds' },
  { folder: 'market-data/tape' },
  { folder: 'market-data/snapshot' },
  { folder: 'market-data/history' },
  { folder: 'market-data' },
  { folder: 'figures' },
  { folder: 'ledger' },
  { folder: 'authority' },
  { folder: 'corporate-actions' },
  { folder: 'money/fee-tiers' },
  { folder: 'money/funding' },
  { folder: 'money/house-stock' },
  { folder: 'identity-levels' },
  { folder: 'products', sealed: true },
  { folder: 'money', sealed: true },
  { folder: 'people', sealed: true },
  { folder: 'leaving' },
  { folder: 'transparency' },
  { folder: 'operator' },
  { folder: 'support' },
  { folder: 'content' },
  { folder: 'http' },
  { folder: 'realtime' },
  { folder: 'runtime' },
];

/**
 * The layer of a server file and, in a sealed folder, its module; undefined for the wiring at the
 * top.
 */
function placeOf(path: string): { readonly layer: number; readonly module: string } | undefined {
  const inner = path.slice(SERVER.length + 1);
  const found = LAYERS.map(({ folder }, layer) => ({ folder, layer }))
    .filter(({ folder }) => inner.startsWith(`${folder}/`))
    .sort((left, right) => right.folder.length - left.folder.length)[0];
  if (found === undefined) return undefined;
  const isSealed = LAYERS[found.layer]?.sealed === true;
  const depth = found.folder.split('/').length + (isSealed ? 1 : 0);
  return { layer: found.layer, module: inner.split('/').slice(0, depth).join('/') };
}

function serverFault(from: string, to: string): string | undefined {
  if (to.startsWith('packages/')) return undefined;
  if (!to.startsWith(`${SERVER}/`)) return `the server may not import ${to}`;
  const user = placeOf(from);
  if (user === undefined) return from.slice(SERVER.length + 1).includes('/') ? 'the folder has no layer' : undefined;
  const used = placeOf(to);
  if (used === undefined) return `${user.module} may not import ${to}, which wires everything together`;
  const allowed = user.module === used.module || used.layer < user.layer;
  return allowed ? undefined : `${user.module} may not import ${used.module}`;
}

function packageFault(from: string, to: string): string | undefined {
  const part = Object.keys(PACKAGES).find((name) => from.startsWith(`${name}/`));
  if (part === undefined) return undefined;
  const allowed = [part, ...PACKAGES[part]!].some((prefix) => to.startsWith(`${prefix}/`));
  return allowed ? undefined : `${part} may not import ${to}`;
}

export const importDirection: Rule = {
  name: 'imports run one way',
  check: (files) =>
    files
      .filter(({ path }) => !isTest(path) && !isTestHelper(path))
      .flatMap((file) =>
        file.imports.flatMap(({ line, target }) => {
          if (target === undefined) return [];
          const fault = file.path.startsWith(`${SERVER}/`)
            ? serverFault(file.path, target)
            : packageFault(file.path, target);
          return fault === undefined ? [] : [{ path: file.path, line, message: fault }];
        }),
      ),
};

/** Import cycles, tests included; one finding per cycle. */
export const importCycles: Rule = { name: 'no import cycles', check: findCycles };

/**
 * Strongly connected components by Tarjan, "Depth-first search and linear graph algorithms" (1972).
 */
function findCycles(files: readonly SourceFile[]): readonly Finding[] {
  const imports = new Map(
    files.map((file) => [file.path, [...new Set(file.imports.flatMap(({ target }) => target ?? []))]]),
  );
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const isOpen = new Set<string>();
  const cycles: string[][] = [];
  const visit = (path: string): void => {
    index.set(path, index.size);
    lowest.set(path, index.get(path)!);
    stack.push(path);
    isOpen.add(path);
    for (const next of imports.get(path)!) {
      if (!imports.has(next)) continue;
      if (!index.has(next)) visit(next);
      if (isOpen.has(next)) lowest.set(path, Math.min(lowest.get(path)!, lowest.get(next)!));
    }
    if (lowest.get(path) !== index.get(path)) return;
    const cycle = stack.splice(stack.indexOf(path));
    for (const member of cycle) isOpen.delete(member);
    if (1 < cycle.length || imports.get(path)!.includes(path)) cycles.push(cycle);
  };
  for (const path of imports.keys()) if (!index.has(path)) visit(path);
  return cycles.map((cycle) => ({ path: cycle[0]!, line: 1, message: [...cycle, cycle[0]!].join(' → ') }));
}
