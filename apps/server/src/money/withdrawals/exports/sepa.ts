import { AMOUNT_DECIMALS, type Amount, add, amountOf, formatFixed, ZERO } from '@glasshouse/rules/money';
import { payoutReference } from './lists.ts';
import { paymentsDigest } from './payments-digest.ts';
import type { Batch, Debtor, Payout } from './payout.ts';

/** Both versions that European banks take today. */
export type PainVersion = 'pain.001.001.03' | 'pain.001.001.09';

const DAY_MS = 86_400_000;
const NAME_MAX = 70;
/** An identifier has at most 35 characters: half of the digest fits. */
const PAYMENTS_DIGITS = 32;
const CENTS = 2;

/** SEPA credit transfers (EPC implementation guidelines): one payment block, one line a payout. */
export function painFile(batch: Batch, debtor: Debtor, version: PainVersion): string {
  const total = batch.payouts.reduce((sum, payout) => add(sum, centsOf(payout)), ZERO);
  const count = String(batch.payouts.length);
  const isNew = version === 'pain.001.001.09';
  const executedOn = new Date(batch.madeAt + DAY_MS).toISOString().slice(0, 10);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}">`,
    '<CstmrCdtTrfInitn>',
    element('GrpHdr', [
      text('MsgId', `GH-B${batch.id}-F${batch.file}`),
      text('CreDtTm', new Date(batch.madeAt).toISOString().slice(0, 19)),
      text('NbOfTxs', count),
      text('CtrlSum', euros(total)),
      element('InitgPty', [text('Nm', latin(debtor.holder))]),
    ]),
    '<PmtInf>',
    text('PmtInfId', paymentsDigest(batch.payouts).slice(0, PAYMENTS_DIGITS)),
    text('PmtMtd', 'TRF'),
    text('BtchBookg', 'true'),
    text('NbOfTxs', count),
    text('CtrlSum', euros(total)),
    element('PmtTpInf', [element('SvcLvl', [text('Cd', 'SEPA')])]),
    isNew ? element('ReqdExctnDt', [text('Dt', executedOn)]) : text('ReqdExctnDt', executedOn),
    element('Dbtr', [text('Nm', latin(debtor.holder))]),
    account('DbtrAcct', debtor.iban),
    agent('DbtrAgt', debtor.bic, isNew),
    text('ChrgBr', 'SLEV'),
    ...batch.payouts.map((payout) => transfer(payout, isNew)),
    '</PmtInf>',
    '</CstmrCdtTrfInitn>',
    '</Document>',
    '',
  ].join('\n');
}

function transfer(payout: Payout, isNew: boolean): string {
  const { withdrawal, bank } = payout;
  if (bank === undefined) throw new Error(`the bank account of withdrawal ${withdrawal.id} is gone`);
  const reference = payoutReference(withdrawal.id);
  return element('CdtTrfTxInf', [
    element('PmtId', [text('EndToEndId', reference)]),
    element('Amt', [`<InstdAmt Ccy="EUR">${euros(centsOf(payout))}</InstdAmt>`]),
    ...(bank.bic === null ? [] : [agent('CdtrAgt', bank.bic, isNew)]),
    element('Cdtr', [text('Nm', latin(bank.holder))]),
    account('CdtrAcct', bank.accountNumber),
    element('RmtInf', [text('Ustrd', reference)]),
  ]);
}

const centsOf = ({ withdrawal }: Payout): Amount => amountOf(withdrawal.currency_amount ?? '0');
const euros = (amount: Amount): string => formatFixed(amount, AMOUNT_DECIMALS, CENTS);
const element = (name: string, children: readonly string[]): string => `<${name}>${children.join('')}</${name}>`;
const text = (name: string, value: string): string => `<${name}>${escaped(value)}</${name}>`;
const account = (name: string, iban: string): string => element(name, [element('Id', [text('IBAN', iban)])]);

/** Without a BIC the debtor's bank is told so; it finds the creditor's by the IBAN. */
function agent(name: string, bic: string | undefined, isNew: boolean): string {
  const id = bic === undefined ? element('Othr', [text('Id', 'NOTPROVIDED')]) : text(isNew ? 'BICFI' : 'BIC', bic);
  return element(name, [element('FinInstnId', [id])]);
}

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The letters that every bank of the scheme must take. */
function latin(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/[øØ]/g, 'o')
    .replaceAll(/[łŁ]/g, 'l')
    .replaceAll(/[^A-Za-z0-9/?:().,'+ -]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
  return plain.slice(0, NAME_MAX).trim() || 'NOT PROVIDED';
}
