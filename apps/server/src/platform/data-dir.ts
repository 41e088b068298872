import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readDiskSpace } from './disk-watch.ts';
import { errorSentence } from './error-sentence.ts';

const MB = 1024 * 1024;
/** A new cluster with its first journal, and what is written until somebody reads an alarm. */
const NEW_CLUSTER_BYTES = 256 * MB;
/** Recovery and a checkpoint, so that a start does not end in the middle. */
const OLD_CLUSTER_BYTES = 64 * MB;
/** Keys and small files, where the database is elsewhere. */
const FOLDER_BYTES = 4 * MB;
const PROBE_BYTES = 64 * 1024;

/**
 * The data folder holds keys and everybody's documents: nobody else reads or lists it. Started by
 * root, the account that PostgreSQL runs as must still pass through. A folder that belongs to
 * somebody else is left as it is.
 */
export function prepareDataDir(dataDir: string): void {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  mkdirSync(dataDir, { recursive: true, mode });
  const found = statSync(dataDir);
  if (found.uid === process.getuid?.() && (found.mode & 0o777 & ~mode) !== 0) chmodSync(dataDir, found.mode & mode);
}

/**
 * Makes the folder ready to be written, or says in one line why it cannot be. What was made for
 * that is gone again when it cannot.
 */
export function dataDirProblem(dataDir: string, { isEmbedded }: { readonly isEmbedded: boolean }): string | undefined {
  const path = resolve(dataDir);
  const before = nearestExisting(path);
  const problem = writingProblem(path, before) ?? roomProblem(path, isEmbedded);
  if (problem !== undefined) removeEmpty(path, before);
  return problem;
}

function writingProblem(path: string, before: string): string | undefined {
  try {
    // Asked first: making folders below a read-only one fails by a misleading name.
    accessSync(before, constants.W_OK);
    prepareDataDir(path);
    writeProbe(path);
    return undefined;
  } catch (error) {
    // How much is left and needed says more.
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return undefined;
    const sentence = errorSentence(error);
    if (sentence === undefined) throw error;
    return sentence;
  }
}

/** The folder itself or, where it has yet to be made, the one above in which it will lie. */
function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}

/** Folders between the two, from the inner one out, as long as nobody has put anything there. */
function removeEmpty(path: string, before: string): void {
  for (let folder = path; folder !== before; folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      if (existsSync(folder)) return;
    }
  }
}

function roomProblem(path: string, isEmbedded: boolean): string | undefined {
  const cluster = join(path, 'postgres');
  const folder = isEmbedded && existsSync(cluster) ? realpathSync(cluster) : nearestExisting(path);
  const isOld = existsSync(join(cluster, 'cluster'));
  const needed = !isEmbedded ? FOLDER_BYTES : isOld ? OLD_CLUSTER_BYTES : NEW_CLUSTER_BYTES;
  const { leftBytes: left } = readDiskSpace(folder);
  if (needed <= left) return undefined;
  return `The file system of ${folder} has ${mb(left)} left, and a start needs ${mb(needed)}. Free some room, or set a DATA_DIR elsewhere.`;
}

const mb = (bytes: number): string => `${Math.floor(bytes / MB)} MB`;

function writeProbe(folder: string): void {
  const path = join(folder, `.probe-${randomUUID()}`);
  try {
    const file = openSync(path, 'wx', 0o600);
    try {
      writeSync(file, Buffer.alloc(PROBE_BYTES));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } finally {
    rmSync(path, { force: true });
  }
}
