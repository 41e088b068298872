import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Mutant } from './mutant.ts';

const forgetsAField: Mutant = {
  name: 'a signed state forgets the margin of a position',
  focus: 'contracts',
  signed: {
    row: (change) => (change.table === 'contract_orders' ? { ...change, row: { ...change.row, margin: '0' } } : change),
  },
};

const forgetsRows: Mutant = {
  name: 'a signed state leaves options out that wait for their entry',
  focus: 'options',
  signed: { row: (change) => (change.row.state === 'waiting' && change.table === 'option_orders' ? null : change) },
};

/** One balance, by hand: neither root nor signature is made again. */
const withOtherBalance = (parts: readonly Buffer[]): readonly Buffer[] => {
  const lines = zstdDecompressSync(Buffer.concat(parts)).toString();
  return [zstdCompressSync(lines.replace(/(\["a",\d+,"u\d+[^"]+",")/, '$19'))];
};

const editsAState: Mutant = {
  name: 'a signed state is edited: somebody has more than they had',
  signed: { bytes: withOtherBalance },
};

const skipsAnEntry: Mutant = {
  name: 'recovery leaves out the first entry after the signed state',
  signed: { skipped: 1 },
};

export const signedStateMutants: readonly Mutant[] = [forgetsAField, forgetsRows, editsAState, skipsAnEntry];
