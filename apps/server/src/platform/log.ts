import { type Logger, pino } from 'pino';
import { withoutCredentials } from './credentials.ts';

export type Log = Logger;

/** Values under these names never reach the log, wherever they stand in the first two levels. */
const SECRETS = ['password', 'token', 'authorization', 'cookie', 'text'];

/**
 * One JSON line per event on standard output; readable lines on a terminal. `name` is the part of
 * the system that logs.
 */
export function createLog(options: {
  readonly level: string;
  readonly name: string;
  readonly readable?: boolean;
}): Log {
  const readable = options.readable ?? process.stdout.isTTY === true;
  const settings = {
    level: options.level,
    name: options.name,
    base: { name: options.name },
    redact: { paths: SECRETS.flatMap((secret) => [secret, `*.${secret}`]), censor: '[hidden]' },
  };
  if (readable) {
    return pino(settings, { write: (line) => process.stdout.write(withoutCredentials(readableLine(line))) });
  }
  // Written when it is logged. Left to itself, pino writes later, and what a thread or a process
  // said last, before it was killed or ended, would be lost. Worker threads have no descriptor.
  const out = pino.destination({ dest: process.stdout.fd ?? 1, sync: true });
  // Errors of drivers name the address that they were given, with its password.
  return pino(settings, { write: (line) => out.write(withoutCredentials(line)) });
}

const LEVELS: { readonly [level: number]: string } = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** `10:20:30.123 warn  core  the message  key=value`, errors with their stack below. */
export function readableLine(line: string): string {
  const { level, time, name, msg, err, ...rest } = JSON.parse(line) as { [key: string]: unknown };
  const clock = new Date(Number(time)).toISOString().slice(11, 23);
  const details = Object.entries(rest).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const words = [clock, (LEVELS[Number(level)] ?? '').padEnd(5), String(name ?? '').padEnd(8), msg, ...details];
  const stack = (err as { stack?: string } | undefined)?.stack;
  return `${words.filter((word) => word !== undefined).join(' ')}\n${stack === undefined ? '' : `${stack}\n`}`;
}
