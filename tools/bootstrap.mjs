/* * Runs first in `npm start` and `npm test`. Needs only Node 20 and npm: installs the packages of
 * package-lock.json, builds the browser apps when their sources have changed, and hands over to the
 * project's pinned Node.
 *
 *   node tools/bootstrap.mjs start | test | install | build | run <file> [arguments]
 *
 * The product runs without development packages (`npm ci --omit=dev`) once the apps are built, and
 * without what only the apps load (`--workspace=apps/server --workspace=tools`).
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MODULES = join(ROOT, 'node_modules');
const CACHE = join(MODULES, '.cache');
const NODE_NEEDED = 20;
const PARENT_CHECK_MS = 250;
/** What `run` starts without development packages. */
const WITHOUT_DEVELOPMENT = ['tools/src/glasshouse.ts', 'tools/src/licences.ts', 'tools/src/sbom.ts'];

const [command, ...rest] = process.argv.slice(2);
if (Number(process.versions.node.split('.')[0]) < NODE_NEEDED) {
  fail(`Glasshouse needs Node ${NODE_NEEDED} or newer to install itself; this is ${process.versions.node}.`);
}
switch (command) {
  case 'start':
    // Where the apps have yet to be built, what builds them is installed as well.
    install({ development: !areAppsBuilt() });
    buildApps();
    handOver('apps/server/src/main.ts', rest);
    break;
  case 'test':
    install();
    handOver('tools/src/test.ts', rest);
    break;
  case 'install':
    install();
    break;
  case 'build':
    install();
    buildApps();
    break;
  case 'run':
    install({ development: !WITHOUT_DEVELOPMENT.includes(rest[0]) });
    handOver(rest[0] ?? fail('run needs a file'), rest.slice(1));
    break;
  default:
    fail(`Unknown command ${command}; one of start, test, install, build, run.`);
}

/**
 * Compares npm's record of installed packages with the lock file, so an up-to-date tree takes
 * milliseconds and no network.
 */
function install({ development = true } = {}) {
  if (isInstalled(development)) return;
  log('Installing packages');
  // The Node inside node_modules is about to be replaced, so npm must not run on it.
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: path.join(delimiter) },
  });
  if (status !== 0) fail('npm ci failed; see its output above.');
  if (!existsSync(nodePath()))
    fail(
      'The package "node" did not unpack its binary. Allow install scripts (npm config set ignore-scripts false) and try again.',
    );
}

function isInstalled(development) {
  const locked = readPackages(join(ROOT, 'package-lock.json'));
  const found = readPackages(join(MODULES, '.package-lock.json'));
  if (locked === undefined || found === undefined || !existsSync(nodePath())) return false;
  const atRunTime = pathsAtRunTime(locked);
  return Object.entries(locked).every(([path, { version, integrity, link, dev, optional, os, cpu, libc }]) => {
    if (path === '' || (dev === true && !development)) return true;
    const have = found[path];
    // Left out on purpose, as are those that nothing but the apps uses.
    if (have === undefined && !development && !atRunTime.has(path)) return true;
    // Packages for other platforms are in the lock file but not installed.
    if (have === undefined) return optional === true || os !== undefined || cpu !== undefined || libc !== undefined;
    return have.version === version && have.integrity === integrity && have.link === link;
  });
}

/** Where the lock file has what the server and its tools need, and what that needs. */
function pathsAtRunTime(packages) {
  const paths = new Set();
  const visit = (path) => {
    const { dependencies, optionalDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = resolved(packages, path, name);
      if (found === undefined || paths.has(found)) continue;
      paths.add(found);
      visit(packages[found].link === true ? packages[found].resolved : found);
    }
  };
  for (const workspace of ['', 'apps/server', 'tools']) visit(workspace);
  return paths;
}

/** The package of this name in the nearest folder of packages, as Node looks for it. */
function resolved(packages, from, name) {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (packages[path] !== undefined) return path;
  return from === ''
    ? undefined
    : resolved(packages, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** The browser apps, and what each is made from. */
function apps() {
  const shared = ['packages', 'package-lock.json', 'tsconfig.base.json'];
  return [
    // With the program that paints its first screen on the server.
    { name: 'web', inputs: ['apps/web', ...shared], configs: ['vite.config.ts', 'vite.paint.config.ts'] },
    { name: 'console', inputs: ['apps/console', ...shared], configs: ['vite.config.ts'] },
  ].filter(({ name }) => existsSync(join(ROOT, 'apps', name, 'index.html')));
}

function areAppsBuilt() {
  return apps().every((app) => isBuilt(app, hashOf(app.inputs)));
}

/** Beside what it stands for: `npm ci` deletes node_modules and whatever is in it. */
function stampFileOf({ name }) {
  return join(ROOT, 'apps', name, 'dist/.stamp');
}

function isBuilt(app, stamp) {
  const file = stampFileOf(app);
  return existsSync(file) && readFileSync(file, 'utf8') === stamp;
}

/** Builds the browser apps when any of their inputs has changed since their last build. */
function buildApps() {
  for (const app of apps()) buildApp(app);
}

function buildApp(app) {
  const stamp = hashOf(app.inputs);
  if (isBuilt(app, stamp)) return;
  log(`Building the ${app.name} app`);
  const vite = join(MODULES, 'vite/bin/vite.js');
  for (const config of app.configs) {
    const { status } = spawnSync(nodePath(), [vite, 'build', '--config', config, '--logLevel', 'warn'], {
      cwd: join(ROOT, 'apps', app.name),
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    if (status !== 0) fail(`The ${app.name} app failed to build; see the output above.`);
  }
  writeFileSync(stampFileOf(app), stamp);
}

function hashOf(paths) {
  const hash = createHash('sha256');
  const visit = (path) => {
    const absolute = join(ROOT, path);
    if (statSync(absolute).isDirectory()) {
      for (const name of readdirSync(absolute).sort()) {
        if (name !== 'dist' && name !== 'node_modules') visit(join(path, name));
      }
    } else {
      hash.update(path).update('\0').update(readFileSync(absolute)).update('\0');
    }
  };
  for (const path of paths) visit(path);
  return hash.digest('hex');
}

/** Runs a file on the pinned Node, forwards signals and exits with its code. */
function handOver(file, args) {
  const child = spawn(nodePath(), [resolve(ROOT, file), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: [join(MODULES, '.bin'), process.env.PATH].join(delimiter),
      // Two pools of memory instead of one for each thread, which keep what a start has freed.
      MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(CACHE, 'compile'),
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm starts us through a shell that does not forward signals, so its disappearance means stop.
  if (process.env.npm_lifecycle_event !== undefined) {
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) child.kill('SIGTERM');
    }, PARENT_CHECK_MS);
  }
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

function nodePath() {
  return join(MODULES, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
}

function log(text) {
  console.log(`> ${text}`);
}

function fail(text) {
  console.error(text);
  process.exit(1);
}
