import { Type } from 'typebox';
import { PAGE_LIMIT_MAX } from '../../constants.ts';
import {
  amount,
  asset,
  book,
  identifier,
  list,
  nullable,
  page,
  pageQuery,
  positiveAmount,
  signedAmount,
  strict,
  timestamp,
  words,
} from '../../schemas/common.ts';
import { defineOperatorCall } from '../define-operator-call.ts';
import { actionOutcome, reason } from '../schemas.ts';
import { housePool } from './dashboard.ts';

export const HOUSE_ENDS = [
  'external',
  'playMoney',
  'capital',
  'pool.options',
  'pool.contracts',
  'pool.insurance',
  'pool.lending',
  'pool.liquidity',
] as const;

/** The house's own money: pools, what is behind promises, funding and drawing. */
export const operatorHouseCalls = {
  getHouse: defineOperatorCall({
    name: 'getHouse',
    method: 'GET',
    path: '/house',
    access: 'house.read',
    stepUp: false,
    command: false,
    summary: 'Accounts of the house in order of their numbers, and what the pools among them have to cover.',
    query: strict({ book: Type.Optional(book()), asset: Type.Optional(asset()), ...pageQuery }),
    result: strict({
      at: timestamp(),
      accounts: list(housePool, PAGE_LIMIT_MAX),
      limits: list(
        strict({
          book: book(),
          asset: words('Asset.'),
          pool: words('`pool.contracts`.'),
          balance: amount('What it holds.'),
          needed: amount('What it must hold for what is open now.'),
          free: signedAmount('What can be drawn.'),
        }),
        PAGE_LIMIT_MAX,
      ),
      moves: list(
        strict({
          seq: identifier('Command log entry.'),
          at: timestamp(),
          book: book(),
          asset: words('Asset.'),
          from: words('Account.'),
          to: words('Account.'),
          amount: amount(),
          reason: words('`house.fund`.'),
        }),
        100,
      ),
      next: nullable(words('Cursor of the accounts that follow.')),
    }),
    codes: ['cursorInvalid'],
  }),
  moveHouse: defineOperatorCall({
    name: 'moveHouse',
    method: 'POST',
    path: '/house/move',
    access: 'house.fund',
    stepUp: true,
    command: true,
    summary: "Moves the operator's own money: in, into a pool, back, or out; a second person decides.",
    body: strict({
      book: book(),
      asset: asset(),
      from: Type.Enum([...HOUSE_ENDS]),
      to: Type.Enum([...HOUSE_ENDS], { description: 'One of the two is `capital`.' }),
      amount: positiveAmount(),
      reason: reason(),
    }),
    result: actionOutcome,
    codes: ['capitalTooSmall', 'outOfRange', 'wrongFormat', 'fieldRequired', 'capacityReached'],
  }),
  listOutbox: defineOperatorCall({
    name: 'listOutbox',
    method: 'GET',
    path: '/outbox',
    access: 'outbox.read',
    stepUp: false,
    command: false,
    summary: 'Mail to people: sent, waiting or given up, newest first. Codes in it are not shown.',
    query: strict({ state: Type.Optional(Type.Enum(['waiting', 'sent', 'failed'])), ...pageQuery }),
    result: strict({
      sends: Type.Boolean({ description: 'Whether a mail server is configured.' }),
      page: page(
        strict({
          id: identifier(),
          to: words('Address.'),
          subject: words('Subject.'),
          createdAt: timestamp(),
          sentAt: nullable(timestamp()),
          attempts: Type.Integer({ minimum: 0 }),
          error: nullable(words('Why it was not sent.')),
          state: Type.Enum(['waiting', 'sent', 'failed']),
        }),
      ),
    }),
    codes: ['cursorInvalid'],
  }),
};
