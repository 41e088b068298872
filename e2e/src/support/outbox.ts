import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { CHILD_ENV } from './child-env.ts';
import type { ServerPlace } from './shared-server.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** The code in the newest mail to an address, read as an operator without SMTP reads it. */
export async function mailedCode({ dataDir }: ServerPlace, address: string): Promise<string> {
  const { stdout } = await run(process.execPath, [join(ROOT, 'tools/src/glasshouse.ts'), 'outbox', address], {
    env: { ...CHILD_ENV, DATA_DIR: dataDir },
  });
  // The newest is last.
  const code = [...stdout.matchAll(/^subject\s+.*?\b(\d{6})\b/gm)].at(-1)?.[1];
  if (code === undefined) throw new Error(`no mail with a code for ${address}:\n${stdout}`);
  return code;
}
