import type { Finding, Rule, SourceFile } from './sources.ts';

interface Manifest {
  readonly path: string;
  readonly folder: string;
  readonly declared: readonly string[];
  readonly versions: readonly (readonly [name: string, version: string])[];
}

/** Used without an import: by a package.json script, by the compiler, or with another package. */
const RUN_BY_NAME = /^(node|typescript|@types\/.*|@biomejs\/biome|lightningcss|@fontsource-variable\/.*)$/;

/**
 * A package declares exactly what its files import, with a version; shared test tools are declared
 * in the root.
 */
export const dependencies: Rule = {
  name: 'packages declare what they import',
  check: (files) => {
    const manifests = files.filter(({ path }) => /(^|\/)package\.json$/.test(path)).map(readManifest);
    const root = manifests.find(({ folder }) => folder === '');
    const packages = manifests.filter(({ folder }) => folder !== '');
    return [...packages.flatMap((own) => findingsOf(own, files, root)), ...manifests.flatMap(wildVersions)];
  },
};

function readManifest({ path, text }: SourceFile): Manifest {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(text) as {
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
  };
  const versions = Object.entries({ ...dependencies, ...devDependencies });
  const folder = path.replace(/\/?package\.json$/, '');
  return { path, folder, versions, declared: versions.map(([name]) => name) };
}

const nameOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

function findingsOf(own: Manifest, files: readonly SourceFile[], root: Manifest | undefined): readonly Finding[] {
  const mine = files.filter(({ path }) => path.startsWith(`${own.folder}/`));
  const ownName = `@glasshouse/${own.folder.split('/').at(-1)}`;
  const imported = mine.flatMap((file) =>
    file.imports
      .filter(({ specifier }) => /^(@[a-z0-9-]+\/)?[a-z0-9][\w.-]*(\/|$)/.test(specifier))
      .map(({ line, specifier }) => ({ path: file.path, line, name: nameOf(specifier) })),
  );
  const undeclared = imported
    .filter(({ name }) => name !== ownName && !own.declared.includes(name) && !root?.declared.includes(name))
    .map(({ path, line, name }) => ({ path, line, message: `${own.path} does not declare ${name}` }));
  const unused = own.declared
    .filter((name) => !RUN_BY_NAME.test(name) && !imported.some((use) => use.name === name))
    // A peer, or a module resolved or run by name.
    .filter((name) => !mine.some(({ path, text }) => path !== own.path && text.includes(`${name}`)))
    .map((name) => ({ path: own.path, line: 1, message: `nothing imports ${name}` }));
  return [...undeclared, ...unused];
}

function wildVersions({ path, versions }: Manifest): readonly Finding[] {
  return versions
    .filter(([, version]) => version === '*' || version === 'latest')
    .map(([name, version]) => ({ path, line: 1, message: `${name} has the version "${version}"` }));
}
