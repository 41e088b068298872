import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * The same engine without windows, profiles and extensions, which take more processor time than a
 * server does under the tests: its own package on Debian.
 */
const SHELL = '/usr/bin/chromium-headless-shell';

const INSTALLED: readonly string[] = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * A working Chromium for pages without a window: the headless shell, which root on Debian installs;
 * else the installed browser, and without one Playwright's. Undefined when that fails; the reason
 * has been printed.
 */
export function ensureBrowser(): string | undefined {
  if (works(SHELL)) return SHELL;
  if (process.getuid?.() === 0 && isDebian()) {
    run('apt-get', ['update', '-q']);
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium-headless-shell']);
    if (works(SHELL)) return SHELL;
  }
  const found = findBrowser();
  if (found !== undefined) return found;
  const withSystemParts = process.getuid?.() === 0 ? ['--with-deps'] : [];
  run('npx', ['--no-install', 'playwright', 'install', ...withSystemParts, 'chromium']);
  return findBrowser();
}

function findBrowser(): string | undefined {
  return [...INSTALLED, ...playwrightBrowser()].find(works);
}

/** Existing is not enough: on Ubuntu `chromium-browser` is a stub that points to a snap. */
function works(path: string): boolean {
  if (!existsSync(path)) return false;
  return spawnSync(path, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

function playwrightBrowser(): readonly string[] {
  try {
    const { chromium } = createRequire(import.meta.url)('@playwright/test') as {
      chromium: { executablePath(): string };
    };
    return [chromium.executablePath()];
  } catch {
    return [];
  }
}

function isDebian(): boolean {
  return (
    existsSync('/usr/bin/apt-get') &&
    existsSync('/etc/os-release') &&
    /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  );
}

function run(command: string, args: readonly string[]): void {
  console.log(`> ${command} ${args.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env });
}
