import { type Finding, isTest, isTestHelper, type Rule, type SourceFile } from './sources.ts';

/** Packages each package may import besides itself. */
const PACKAGES: { readonly [part: string]: readonly string[] } = {
  'packages/api': [],
  'packages/rules': [],
  'packages/i18n': ['packages/api'],
  'packages/client': ['packages/api'],
  'packages/trade': ['packages/api', 'packages/rules', 'packages/client'],
  'packages/ui': ['packages/api', 'packages/rules', 'packages/i18n'],
  'packages/app': ['packages/api', 'packages/rules', 'packages/i18n', 'packages/client', 'packages/ui'],
};

interface Layer {
  readonly folder: string;
  /** Its folders do not import each other. */
  readonly sealed?: true;
}

/**
 * The folders of each program from bottom to top. A file imports only from its own folder and from
 * those before it in this list, without exceptions. Modules of the server in a `sealed` folder meet
 * through the ledger, market data and commands, pages of the browser apps through `parts`.
 */
const PROGRAMS: { readonly [source: string]: readonly Layer[] } = {
  'apps/server/src': [
    { folder: 'platform' },
    { folder: 'files' },
    { folder: 'factors' },
    { folder: 'chains' },
    { folder: 'kernel/core' },
    { folder: 'kernel/log' },
    { folder: 'kernel/verify' },
    { folder: 'trading' },
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
    { folder: 'kyc-levels' },
    { folder: 'products', sealed: true },
    { folder: 'money', sealed: true },
    { folder: 'people', sealed: true },
    { folder: 'account-data' },
    { folder: 'transparency' },
    { folder: 'operator' },
    { folder: 'support' },
    { folder: 'content' },
    { folder: 'http' },
    { folder: 'realtime' },
    { folder: 'runtime' },
  ],
  'apps/web/src': [
    { folder: 'api' },
    { folder: 'live' },
    { folder: 'parts/calls' },
    { folder: 'parts/page' },
    { folder: 'parts/tour' },
    { folder: 'parts/forms' },
    { folder: 'parts/content' },
    { folder: 'parts/camera' },
    { folder: 'parts/upload' },
    { folder: 'parts/signature' },
    { folder: 'parts/sign-in' },
    { folder: 'parts/account' },
    { folder: 'parts/kyc' },
    { folder: 'parts/market' },
    { folder: 'parts/proofs' },
    { folder: 'parts/money' },
    { folder: 'parts/statement' },
    { folder: 'parts/reasons' },
    { folder: 'parts/notifications' },
    { folder: 'parts/alerts' },
    { folder: 'parts/ticket' },
    { folder: 'parts/chart' },
    { folder: 'parts/contracts' },
    { folder: 'parts/orders' },
    { folder: 'parts/portfolio' },
    { folder: 'parts/receipts' },
    { folder: 'features', sealed: true },
    { folder: 'gallery' },
    { folder: 'pwa' },
    { folder: 'app' },
  ],
  'apps/console/src': [
    { folder: 'api' },
    { folder: 'session' },
    { folder: 'live' },
    { folder: 'parts/page' },
    { folder: 'parts/records' },
    { folder: 'parts/fields' },
    { folder: 'parts/people' },
    { folder: 'parts/factors' },
    { folder: 'parts' },
    { folder: 'queue' },
    { folder: 'features', sealed: true },
    { folder: 'app' },
  ],
};

/**
 * The layer of a file and, in a sealed folder, its module; undefined for the wiring at the top.
 */
function placeOf(
  layers: readonly Layer[],
  inner: string,
): { readonly layer: number; readonly module: string } | undefined {
  const found = layers
    .map(({ folder }, layer) => ({ folder, layer }))
    .filter(({ folder }) => inner.startsWith(`${folder}/`))
    .sort((left, right) => right.folder.length - left.folder.length)[0];
  if (found === undefined) return undefined;
  const isSealed = layers[found.layer]?.sealed === true;
  const depth = found.folder.split('/').length + (isSealed ? 1 : 0);
  return { layer: found.layer, module: inner.split('/').slice(0, depth).join('/') };
}

function programFault(source: string, from: string, to: string): string | undefined {
  if (to.startsWith('packages/')) return undefined;
  // Files beside the sources, such as `public`, are no program.
  if (!to.startsWith(`${source}/`))
    return to.startsWith(`${source.slice(0, -'src'.length)}`) ? undefined : `${source} may not import ${to}`;
  const layers = PROGRAMS[source]!;
  const inner = from.slice(source.length + 1);
  const user = placeOf(layers, inner);
  if (user === undefined) return inner.includes('/') ? 'the folder has no layer' : undefined;
  const used = placeOf(layers, to.slice(source.length + 1));
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
          const program = Object.keys(PROGRAMS).find((source) => file.path.startsWith(`${source}/`));
          const fault =
            program === undefined ? packageFault(file.path, target) : programFault(program, file.path, target);
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
