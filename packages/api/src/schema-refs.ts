import type { TSchema } from 'typebox';
import * as funding from './schemas/funding.ts';
import * as market from './schemas/market.ts';
import { marketRow, marketSocketRow } from './schemas/market-row.ts';
import * as nfts from './schemas/nfts.ts';
import * as options from './schemas/options.ts';
import * as plans from './schemas/plans.ts';
import * as results from './schemas/results.ts';
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
  ContractAnswer: trading.contractAnswer,
  ContractOrder: trading.contractOrder,
  SpotOrder: trading.spotOrder,
  SpotFill: trading.spotFill,
  ProfitTotal: results.profitTotal,
  AssetDetail: results.assetDetail,
  User: user.user,
  UserInfo: user.userInfo,
  LoginResult: user.loginResult,
  Balance: user.balance,
  Session: user.session,
  StatementLine: user.statementLine,
  NftListing: nfts.nftListing,
  NftCard: nfts.nftCard,
  OwnedNft: nfts.ownedNft,
  Charity: nfts.charity,
  Deposit: funding.deposit,
  Withdrawal: funding.withdrawal,
  Loan: wallet.loan,
  LoanOffer: wallet.loanOffer,
  LoanAgreement: wallet.loanAgreement,
  SmartOrder: plans.smartOrder,
  PlanProduct: plans.planProduct,
  ConvertQuote: wallet.convertQuote,
  ConvertFill: wallet.convertFill,
  DepositAddress: funding.depositAddress,
  DepositMethod: funding.depositMethod,
  WithdrawalTerms: funding.withdrawalTerms,
  WithdrawalAddress: funding.withdrawalAddress,
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
