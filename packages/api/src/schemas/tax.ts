import { Type } from 'typebox';
import { COST_METHODS, REPORT_CURRENCIES, TAX_SECTIONS } from '../constants.ts';
import {
  amount,
  identifier,
  instrumentCode,
  list,
  nullable,
  price,
  signedAmount,
  strict,
  text,
  timestamp,
  words,
} from './common.ts';

/** What a tax report is about; the same for the page and for both files. */
export const taxQuery = {
  year: Type.Integer({ minimum: 2000, maximum: 2100, description: 'The year in which the tax year begins.' }),
  starts: Type.Optional(
    Type.String({
      pattern: '^[0-1][0-9]-[0-3][0-9]$',
      maxLength: 5,
      description: 'First day of the tax year, `MM-DD`: 01-01 when left out, 04-06 in the United Kingdom.',
    }),
  ),
  zone: text(64, 'IANA time zone of the days: `Europe/Berlin`.'),
  currency: Type.Enum([...REPORT_CURRENCIES], {
    description: 'Converted at the last tick of the day of each line; one USDT counts as one dollar.',
  }),
  method: Type.Enum([...COST_METHODS], {
    description: 'Cost of what was sold: first in, first out, or weighted average.',
  }),
};

/** A tick that a report is priced by; its receipt is had from getTickReceipt. */
const taxPrice = strict({
  code: instrumentCode(),
  seq: identifier('Number of the tick.'),
  at: timestamp(),
  price: price(),
});

const taxHolding = strict({
  asset: words('Asset.'),
  quantity: amount(),
  cost: amount('Total cost of what is held; 0 for USDT.'),
  value: nullable(amount('At the tick; null without a price.')),
  tick: nullable(taxPrice),
});

export const taxReport = strict({
  from: timestamp('First moment of the tax year.'),
  to: timestamp('First moment after it.'),
  until: timestamp('What is counted: the end of the year, or the time of the report.'),
  method: Type.Enum([...COST_METHODS]),
  currency: Type.Enum([...REPORT_CURRENCIES]),
  lines: Type.Integer({ minimum: 0, description: 'Lines of the year; the files list them.' }),
  unpriced: Type.Integer({ minimum: 0, description: 'Lines whose coins came without a price: they count as 0.' }),
  result: signedAmount('Sum of the results.'),
  totals: list(
    strict({
      section: Type.Enum([...TAX_SECTIONS]),
      kind: words('Product: the part of the reason before its dot.'),
      asset: words('Asset.'),
      lines: Type.Integer({ minimum: 0 }),
      quantity: signedAmount('Sum of what came in and went out.'),
      value: signedAmount('Proceeds, price paid, or value of what came or went.'),
      cost: amount('Cost of what was sold or left, or of what was acquired.'),
      result: signedAmount('What it adds to the result; 0 where it is neither a gain nor a cost.'),
    }),
    5000,
  ),
  opening: list(taxHolding, 1000),
  closing: list(taxHolding, 1000),
  movements: list(
    strict({
      asset: words('Asset.'),
      opening: amount(),
      in: amount('Everything that came in.'),
      out: amount('Everything that went out.'),
      closing: amount('Opening plus in less out; equal to the ledger.'),
    }),
    1000,
  ),
  prices: list(taxPrice, 400),
});
