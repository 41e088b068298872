import type { TSchema } from 'typebox';
import * as market from './schemas/market.ts';
import { marketRow, marketSocketRow } from './schemas/market-row.ts';
import * as options from './schemas/options.ts';
import * as trading from './schemas/trading.ts';
import * as user from './schemas/user.ts';
import * as wallet from './schemas/wallet.ts';

/** Named components of the published documents; every use becomes a reference. */
export const NAMED_SCHEMAS: Readonly<Record<string, TSchema>> = {
  MarketRow: marketRow,
  MarketInfo: market.marketInfo,
  MarketSocketRow: marketSocketRow,
  Candle: market.candle,
  OptionsPeriod: market.optionsPeriod,
  Tick: market.tick,
  TickReceipt: market.tickReceipt,
  ProvenTick: market.provenTick,
  PublicKey: market.publicKey,
  OptionsOrder: options.optionsOrder,
  OptionsOrderWithReceipt: options.optionsOrderWithReceipt,
  OptionsReceipt: options.optionsReceipt,
  OrderTick: options.orderTick,
  ContractOrder: trading.contractOrder,
  SpotOrder: trading.spotOrder,
  SpotFill: trading.spotFill,
  ProfitTotal: trading.profitTotal,
  AssetDetail: trading.assetDetail,
  User: user.user,
  UserInfo: user.userInfo,
  LoginResult: user.loginResult,
  Balance: user.balance,
  Session: user.session,
  StatementLine: user.statementLine,
  NftListing: wallet.nftListing,
  OwnedNft: wallet.ownedNft,
  Deposit: wallet.deposit,
  Withdrawal: wallet.withdrawal,
  Loan: wallet.loan,
  SmartOrder: wallet.smartOrder,
  ConvertQuote: wallet.convertQuote,
  ConvertFill: wallet.convertFill,
  DepositAddress: wallet.depositAddress,
};

export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };

const nameOf = new Map<object, string>(Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [schema, name]));

/** The schema as plain JSON, with named parts as references. */
export function plainSchema(schema: TSchema): Plain {
  return plain(schema as unknown as Plain, true);
}

/** Definitions of all named schemas, with other named schemas inside them as references. */
export const plainNamedSchemas = (): Record<string, Plain> =>
  Object.fromEntries(
    Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [name, plain(schema as unknown as Plain, false)]),
  );

function plain(value: Plain, mayRefer: boolean): Plain {
  if (typeof value !== 'object' || value === null) return value;
  const name = nameOf.get(value);
  if (mayRefer && name !== undefined) return { $ref: `#/components/schemas/${name}` };
  if (Array.isArray(value)) return value.map((item) => plain(item, true));
  // Object.entries skips TypeBox's hidden fields.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item, true)]));
}
