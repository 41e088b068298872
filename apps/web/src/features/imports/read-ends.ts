/** What the first and the last line of an export say, before anything of it is sent. */
export interface ExportEnds {
  readonly site: string;
  readonly user: number;
  readonly exportedAt: string;
  readonly rows: number;
  readonly sha256: string;
}

const FORMAT = 'glasshouse-account';
const VERSION = 1;
/** Both lines are far shorter. */
const END_BYTES = 4_096;

/** Undefined: not an export, or one that was cut off. The server checks every line besides. */
export async function readEnds(file: Blob): Promise<ExportEnds | undefined> {
  const [start, end] = await Promise.all([file.slice(0, END_BYTES).text(), file.slice(-END_BYTES).text()]);
  const head = objectIn(start.split('\n', 1)[0] ?? '');
  const foot = objectIn(end.trimEnd().split('\n').at(-1) ?? '');
  if (head?.format !== FORMAT || head.version !== VERSION) return undefined;
  const { site, user, exportedAt } = head;
  const { rows, sha256 } = foot ?? {};
  if (typeof site !== 'string' || typeof user !== 'number' || typeof exportedAt !== 'string') return undefined;
  if (typeof rows !== 'number' || typeof sha256 !== 'string' || Number.isNaN(Date.parse(exportedAt))) return undefined;
  return { site, user, exportedAt, rows, sha256 };
}

function objectIn(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
