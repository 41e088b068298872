import type account from './messages/en/account.json';
import type alerts from './messages/en/alerts.json';
import type coins from './messages/en/coins.json';
import type common from './messages/en/common.json';
import type console from './messages/en/console.json';
import type contracts from './messages/en/contracts.json';
import type convert from './messages/en/convert.json';
import type emails from './messages/en/emails.json';
import type errors from './messages/en/errors.json';
import type funding from './messages/en/funding.json';
import type funds from './messages/en/funds.json';
import type guide from './messages/en/guide.json';
import type help from './messages/en/help.json';
import type home from './messages/en/home.json';
import type imports from './messages/en/imports.json';
import type kyc from './messages/en/kyc.json';
import type loans from './messages/en/loans.json';
import type market from './messages/en/market.json';
import type nfts from './messages/en/nfts.json';
import type notices from './messages/en/notices.json';
import type order from './messages/en/order.json';
import type plans from './messages/en/plans.json';
import type portfolio from './messages/en/portfolio.json';
import type records from './messages/en/records.json';
import type security from './messages/en/security.json';
import type shell from './messages/en/shell.json';
import type signin from './messages/en/signin.json';
import type site from './messages/en/site.json';
import type support from './messages/en/support.json';
import type trade from './messages/en/trade.json';
import type wallet from './messages/en/wallet.json';
import type workspace from './messages/en/workspace.json';

interface English {
  common: typeof common;
  shell: typeof shell;
  guide: typeof guide;
  help: typeof help;
  home: typeof home;
  site: typeof site;
  market: typeof market;
  trade: typeof trade;
  workspace: typeof workspace;
  coins: typeof coins;
  contracts: typeof contracts;
  order: typeof order;
  convert: typeof convert;
  plans: typeof plans;
  alerts: typeof alerts;
  account: typeof account;
  funds: typeof funds;
  funding: typeof funding;
  kyc: typeof kyc;
  wallet: typeof wallet;
  loans: typeof loans;
  security: typeof security;
  support: typeof support;
  signin: typeof signin;
  imports: typeof imports;
  console: typeof console;
  records: typeof records;
  notices: typeof notices;
  nfts: typeof nfts;
  portfolio: typeof portfolio;
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
