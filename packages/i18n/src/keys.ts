import type account from './messages/en/account.json';
import type alerts from './messages/en/alerts.json';
import type coins from './messages/en/coins.json';
import type common from './messages/en/common.json';
import type contracts from './messages/en/contracts.json';
import type convert from './messages/en/convert.json';
import type emails from './messages/en/emails.json';
import type errors from './messages/en/errors.json';
import type funds from './messages/en/funds.json';
import type home from './messages/en/home.json';
import type market from './messages/en/market.json';
import type notices from './messages/en/notices.json';
import type order from './messages/en/order.json';
import type shell from './messages/en/shell.json';
import type trade from './messages/en/trade.json';
import type workspace from './messages/en/workspace.json';

interface English {
  common: typeof common;
  shell: typeof shell;
  home: typeof home;
  market: typeof market;
  trade: typeof trade;
  workspace: typeof workspace;
  coins: typeof coins;
  contracts: typeof contracts;
  order: typeof order;
  convert: typeof convert;
  alerts: typeof alerts;
  account: typeof account;
  funds: typeof funds;
  notices: typeof notices;
  errors: typeof errors;
  emails: typeof emails;
}

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
/** A plural is written as `orders_one` and `orders_other`, and asked for as `orders`. */
type WithoutPlural<Key extends string> = Key extends `${infer Base}_${PluralForm}` ? Base : Key;

type Paths<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? WithoutPlural<Key> : `${Key}.${Paths<Tree[Key]>}`;
}[keyof Tree & string];

/** Every message of English, such as `shell:nav.home`. */
export type MessageKey = { [Name in keyof English]: `${Name}:${Paths<English[Name]>}` }[keyof English];
