import { execFileSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem, type } from 'node:os';

/** The line under each table: figures mean nothing without the machine. */
export function machineLine(now: Date): string {
  const [cpu] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return `${now.toISOString().slice(0, 10)}, commit ${commit()}; ${cpus().length} × ${cpu?.model ?? 'unknown CPU'}, ${memory}, ${type()} ${release()}, Node ${process.versions.node}, load at the end ${load}.`;
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}
