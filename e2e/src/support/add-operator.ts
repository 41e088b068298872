import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { CHILD_ENV } from './child-env.ts';
import type { RunningServer } from './server.ts';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../../..');

/** The one-time link of a new owner, made on the command line by whoever runs the server. */
export async function addOperator(server: Pick<RunningServer, 'dataDir'>, name: string): Promise<string> {
  const env = { ...CHILD_ENV, DATA_DIR: server.dataDir };
  const command = [join(ROOT, 'tools/src/glasshouse.ts'), 'operator', 'add', name];
  const { stdout } = await run(process.execPath, command, { env });
  return /https?:\S+\/operator\/link#\S+/.exec(stdout)?.[0] ?? '';
}
