import { createHash } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { expect, test } from 'vitest';
import { Networks } from '../../../chains/networks.ts';
import type { Withdrawal } from '../rows.ts';
import { linksFile, payoutLink, payoutsCsv } from './lists.ts';
import type { Batch, Payout } from './payout.ts';
import { safeBatch, safeChecksum } from './safe.ts';
import { painFile } from './sepa.ts';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const networks = new Networks();
const MADE_AT = Date.parse('2026-01-05T12:00:00Z');

function payout(id: number, fields: Partial<Withdrawal>, bank?: Payout['bank']): Payout {
  const withdrawal = {
    id,
    method: 'crypto',
    asset: 'USDT',
    network: 'ERC20',
    address: ADDRESS,
    received: '98.5',
    currency: null,
    currency_amount: null,
    state: 'approved',
    ...fields,
  } as Withdrawal;
  return { withdrawal, network: networks.networkOf(withdrawal.network ?? ''), bank };
}
const digestOf = (lines: string): string => createHash('sha256').update(lines).digest('hex');
const batchOf = (...payouts: Payout[]): Batch => ({ id: 12, madeAt: MADE_AT, payouts, file: 3 });

test('the Safe file pays every payout in chain units, and its checksum is the builder’s', () => {
  const network = networks.networkOf('ERC20');
  if (network?.family !== 'evm') throw new Error('ERC20 is an EVM network');
  const file = JSON.parse(safeBatch(batchOf(payout(1, {}), payout(2, { asset: 'ETH', received: '0.5' })), network));
  expect(file).toMatchObject({ version: '1.0', chainId: '1', createdAt: MADE_AT });
  const [token, coin] = file.transactions;
  expect(token).toEqual({
    to: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    value: '0',
    data: `0xa9059cbb${ADDRESS.slice(2).toLowerCase().padStart(64, '0')}${(98_500_000).toString(16).padStart(64, '0')}`,
    contractMethod: null,
    contractInputsValues: null,
  });
  expect(coin).toMatchObject({ to: ADDRESS, value: '500000000000000000', data: null });
  expect(safeChecksum(file)).toBe(file.meta.checksum);
  expect(safeChecksum({ ...file, meta: { ...file.meta, name: 'renamed' } })).toBe(file.meta.checksum);
  const changed = { ...file, transactions: [{ ...token, value: '1' }, coin] };
  expect(safeChecksum(changed)).not.toBe(file.meta.checksum);
});

test('the checksum is of the text that the builder serialises', () => {
  const text = '{["a","meta"]1,{["name"]null,},}';
  const expected = `0x${Buffer.from(keccak_256(Buffer.from(text))).toString('hex')}`;
  expect(safeChecksum({ meta: { name: 'x' }, a: 1 })).toBe(expected);
});

test('links open a wallet with amount and address', () => {
  expect(payoutLink(payout(1, {}))).toBe(
    `ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=${ADDRESS}&uint256=98500000`,
  );
  const bitcoin = payout(2, { asset: 'BTC', network: 'BTC', address: 'bc1qexample', received: '0.25' });
  expect(payoutLink(bitcoin)).toBe('bitcoin:bc1qexample?amount=0.25');
  const payments = digestOf('2 BTC BTC bc1qexample 0.25\n');
  expect(linksFile(batchOf(bitcoin))).toBe(
    `# file 3 of batch 12, payments ${payments}\n2\tbitcoin:bc1qexample?amount=0.25\n`,
  );
});

const bank = {
  holder: 'Zoë "Z" Müller & Söhne <x>',
  accountNumber: 'DE89370400440532013000',
  bank: '=cmd|x',
  bic: 'COBADEFFXXX',
};
const byBank = { method: 'bank', network: null, address: null, currency: 'EUR', currency_amount: '180.5' } as const;

test('a spreadsheet gets text, never a formula', () => {
  const [head, line] = linesOfCsv(payoutsCsv(batchOf(payout(3, byBank, bank))));
  expect(head?.length).toBe(line?.length);
  expect(line).toContain(bank.holder);
  expect(line).toContain(`'${bank.bank}`);
});

test.each(['pain.001.001.03', 'pain.001.001.09'] as const)(
  '%s is well formed, sums up, and escapes what people typed',
  (version) => {
    const debtor = { holder: 'Glass House', iban: 'DE02120300000000202051', bic: undefined };
    const file = painFile(
      batchOf(payout(3, byBank, bank), payout(4, { ...byBank, currency_amount: '19.05' }, { ...bank, bic: null })),
      debtor,
      version,
    );
    const tree = parse(file);
    expect(tree.name).toBe('Document');
    expect(file).toContain(`urn:iso:std:iso:20022:tech:xsd:${version}`);
    const firstText = (path: string): string => all(tree, path)[0] ?? '';
    expect(firstText('CstmrCdtTrfInitn/GrpHdr/NbOfTxs')).toBe('2');
    expect(firstText('CstmrCdtTrfInitn/GrpHdr/CtrlSum')).toBe('199.55');
    expect(firstText('CstmrCdtTrfInitn/PmtInf/CtrlSum')).toBe('199.55');
    expect(all(tree, 'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Amt/InstdAmt')).toEqual(['180.50', '19.05']);
    expect(all(tree, 'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/PmtId/EndToEndId')).toEqual(['GH-W3', 'GH-W4']);
    expect(all(tree, 'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Cdtr/Nm')[0]).toBe('Zoe Z Muller Sohne x');
    const isNew = version.endsWith('09');
    expect(firstText(`CstmrCdtTrfInitn/PmtInf/ReqdExctnDt${isNew ? '/Dt' : ''}`)).toBe('2026-01-06');
    expect(all(tree, `CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/CdtrAgt/FinInstnId/${isNew ? 'BICFI' : 'BIC'}`)).toEqual([
      'COBADEFFXXX',
    ]);
    // The order of the schema: payment information, then transactions.
    const order = tree.children[0]?.children[1]?.children.map(({ name }) => name) ?? [];
    expect(order.slice(0, 11)).toEqual([
      'PmtInfId',
      'PmtMtd',
      'BtchBookg',
      'NbOfTxs',
      'CtrlSum',
      'PmtTpInf',
      'ReqdExctnDt',
      'Dbtr',
      'DbtrAcct',
      'DbtrAgt',
      'ChrgBr',
    ]);
  },
);

/** RFC 4180. */
const linesOfCsv = (csv: string): string[][] =>
  csv
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
        .slice(0, -1)
        .map(([, cell = '']) => cell.replace(/^"|"$/g, '').replaceAll('""', '"')),
    );

interface Node {
  readonly name: string;
  readonly children: Node[];
  text: string;
}

/** Enough XML to find out whether a file is well formed. */
function parse(xml: string): Node {
  const root: Node = { name: '', children: [], text: '' };
  const open: Node[] = [root];
  for (const [, close, name, , text] of xml.matchAll(/<(\/?)([A-Za-z]+)((?: [^<>]*)?)>([^<]*)/g)) {
    if (close === '/') expect(open.pop()?.name).toBe(name);
    else {
      const node = { name: name ?? '', children: [], text: (text ?? '').trim() };
      open.at(-1)?.children.push(node);
      open.push(node);
    }
  }
  expect(open).toEqual([root]);
  expect(xml.replaceAll(/<[^<>]+>/g, '').replaceAll(/&(amp|lt|gt|quot);/g, '')).not.toMatch(/[<>&]/);
  return root.children[0] as Node;
}

function all(node: Node, path: string): string[] {
  const [first, ...rest] = path.split('/');
  const found = node.children.filter(({ name }) => name === first);
  return rest.length === 0 ? found.map(({ text }) => text) : found.flatMap((child) => all(child, rest.join('/')));
}
