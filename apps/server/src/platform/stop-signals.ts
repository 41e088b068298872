import { existsSync, readFileSync } from 'node:fs';

const STATUS = '/proc/self/status';

/**
 * Signals that stop the server in order. A terminal that is closed sends SIGHUP, which would end it
 * at once and without a word; whoever started it with `nohup` has it ignored, and wants it so. Node
 * does not tell which, the kernel does.
 */
export function stopSignals(status = existsSync(STATUS) ? readFileSync(STATUS, 'utf8') : ''): NodeJS.Signals[] {
  const ignored = /^SigIgn:\s*([0-9a-f]+)$/m.exec(status)?.[1];
  const hangsUp = ignored !== undefined && (BigInt(`0x${ignored}`) & 1n) === 0n;
  return hangsUp ? ['SIGINT', 'SIGTERM', 'SIGHUP'] : ['SIGINT', 'SIGTERM'];
}
