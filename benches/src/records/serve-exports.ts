import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { statementFile } from '@glasshouse/server/ledger/export';
import { statementOf } from '@glasshouse/server/ledger/queries';
import { createPool, type Pool } from '@glasshouse/server/platform/postgres';
import { serveCalls } from '../harness/program.ts';
import { READER } from './fill.ts';

export type ExportMode = 'streamed' | 'collected' | 'bytes';
export type ExportCalls = {
  readonly open: { readonly params: { readonly url: string; readonly bytes: number }; readonly result: number };
  /** Forgets the highest memory so far; the present one in bytes. */
  readonly rest: { readonly params: undefined; readonly result: number };
  /** The highest resident memory since then, in bytes. */
  readonly peak: { readonly params: undefined; readonly result: number };
};

/** About what a page of the export takes. */
const BLOCK = 'x'.repeat(96 * 1_024);
const filter = { userId: READER, book: 'real' } as const;
const range = { from: null, to: null } as const;

let pool: Pool | undefined;
let bytes = 0;

/** The export as the gateway sends it. */
const streamed = (response: ServerResponse): Promise<void> => {
  const file = statementFile(pool!, { filter, ...range, format: 'csv', now: Date.now() });
  return pipeline(Readable.from(file.chunks), response);
};

/** The usual way: all lines are read, then written. */
async function collected(response: ServerResponse): Promise<void> {
  const page = await statementOf(pool!, filter, { after: undefined, limit: 2_000_000, ...range });
  response.end(page.items.map((line) => `${Object.values(line).join(',')}\r\n`).join(''));
}

const sameBytes = (response: ServerResponse): Promise<void> =>
  pipeline(
    Readable.from(
      (function* () {
        for (let sent = 0; sent < bytes; sent += BLOCK.length) yield BLOCK;
      })(),
    ),
    response,
  );

const EXPORT_MODES: { readonly [name in ExportMode]: (response: ServerResponse) => Promise<void> } = {
  streamed,
  collected,
  bytes: sameBytes,
};

const memoryOf = (field: 'VmRSS' | 'VmHWM'): number => {
  const match = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync('/proc/self/status', 'utf8'));
  return Number(match?.[1] ?? Number.NaN) * 1_024;
};

const server = createServer((request, response) => {
  const mode = EXPORT_MODES[request.url?.slice(1) as ExportMode];
  mode(response).catch((error: NodeJS.ErrnoException) => {
    // The client that warms up breaks off.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') console.error(error);
    response.destroy();
  });
});

serveCalls<ExportCalls>({
  open: async (params) => {
    bytes = params.bytes;
    pool = createPool(params.url, { max: 2, name: 'bench' });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  },
  rest: () => {
    // 5: the kernel begins anew with the highest resident memory.
    writeFileSync('/proc/self/clear_refs', '5');
    return memoryOf('VmRSS');
  },
  peak: () => memoryOf('VmHWM'),
});
