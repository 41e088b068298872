import type { MessageKey } from '@glasshouse/i18n';
import type { Namespace } from '@glasshouse/i18n/namespaces';
import type { Derived, Term } from '@glasshouse/rules/derivations/terms';

/** The words of an input; of two of them, a sum or difference that has no name of its own. */
export const TERM_WORDS: Readonly<Record<Term, MessageKey>> = {
  stake: 'trade:options.stake',
  payoutRate: 'trade:options.payoutRate',
  total: 'trade:options.putUp',
  payout: 'trade:options.returnIfRight',
  halfPayout: 'trade:options.returnIfRight',
  paid: 'trade:orders.paid',
  profit: 'trade:options.profitIfRight',
  lots: 'order:lots',
  lotSize: 'order:lotSize',
  quantity: 'order:quantity',
  price: 'order:entry',
  quoteRate: 'order:quoteRate',
  leverage: 'order:leverage',
  notional: 'contracts:notional',
  margin: 'order:margin',
  maintenance: 'order:maintenance',
  maintenanceRate: 'contracts:maintenanceRate',
  deduction: 'contracts:deduction',
  lessFee: 'order:feeRate',
  plusFee: 'order:feeRate',
  afterFee: 'guide:why.afterFee',
  equity: 'guide:why.equity',
  mark: 'order:mid',
  pnl: 'order:pnl',
  realised: 'order:realised',
  openFee: 'order:openFee',
  closeFee: 'order:closeFee',
  closeFeePaid: 'guide:why.closeFeePaid',
  nights: 'order:financing',
  nightRate: 'order:financingRate',
  charged: 'guide:why.charged',
  profitMax: 'guide:why.profitMax',
  profitMaxRate: 'guide:why.profitMaxRate',
  lossMax: 'guide:why.lossMax',
  netted: 'order:netted',
  net: 'order:net',
  filledValue: 'order:filledValue',
  filledQuantity: 'order:filled',
  orderValue: 'workspace:spot.value',
  takerFee: 'order:takerRate',
  makerFee: 'order:makerRate',
  takerRate: 'workspace:spot.takerRate',
  makerRate: 'workspace:spot.makerRate',
  ask: 'order:ask',
  bid: 'order:bid',
  mid: 'order:mid',
  dayAgo: 'guide:why.dayAgo',
  given: 'convert:give',
  lessMargin: 'guide:why.houseMargin',
  lessSlippage: 'guide:why.slippage',
  received: 'convert:receive',
  fee: 'common:word.fee',
  feeRate: 'order:feeRate',
  available: 'trade:options.balanceBefore',
  part: 'common:word.total',
  value: 'funds:cost.value',
  cost: 'funds:cost.cost',
  saleFee: 'guide:why.saleFee',
  long: 'portfolio:exposure.long',
  short: 'portfolio:exposure.short',
  exposure: 'portfolio:exposure.net',
  worth: 'account:balances.total',
  principal: 'plans:mine.principal',
  dailyYield: 'plans:daily',
  dailyPaid: 'plans:sum.daily',
  days: 'plans:days',
  yield: 'plans:total',
  penalty: 'plans:penalty',
  penaltyRate: 'plans:penalty',
  loan: 'loans:amount',
  loanRate: 'loans:field.dailyRate',
  loanDays: 'plans:days',
  freeDays: 'loans:field.freeDays',
  interestDays: 'guide:why.interestDays',
  interest: 'loans:field.totalInterest',
  repayment: 'loans:field.repaymentAmount',
  openRate: 'guide:why.openRate',
  limitRate: 'guide:why.limitRate',
  free: 'guide:why.free',
  debt: 'guide:why.debt',
  pledge: 'loans:field.coverValue',
  pool: 'guide:why.pool',
  most: 'guide:why.most',
  withdrawn: 'wallet:withdraw.taken',
  arrives: 'wallet:withdraw.arrives',
  spreadRate: 'convert:spread',
  spreadKept: 'convert:spread',
  afterSpread: 'wallet:withdraw.afterSpread',
  payoutPrice: 'wallet:withdraw.rate',
  nextLevel: 'guide:why.nextLevel',
  feesPaid: 'funds:levels.volume',
};

/** Shares of one, which are read in percent. */
export const RATES: ReadonlySet<Term> = new Set<Term>([
  ...(['payoutRate', 'feeRate', 'maintenanceRate', 'nightRate', 'profitMaxRate', 'takerRate', 'makerRate'] as const),
  ...(['dailyYield', 'penaltyRate', 'loanRate', 'openRate', 'limitRate', 'spreadRate'] as const),
]);

/** Plain numbers. */
export const COUNTS: ReadonlySet<Term> = new Set<Term>([
  ...(['lots', 'lotSize', 'quantity', 'leverage', 'days', 'loanDays', 'freeDays', 'interestDays'] as const),
  ...(['lessFee', 'plusFee', 'lessMargin', 'lessSlippage', 'filledQuantity'] as const),
]);

/** A label is a name, such as that of a market, or the key of a word. */
export const isKey = (label: string): label is MessageKey => /^[a-z]+:[a-zA-Z.]+$/.test(label);

/** The catalogues that name its inputs, the inner ones included. */
export function namespacesOf(derivation: Derived): readonly Namespace[] {
  const found = new Set<Namespace>(['guide', 'order', 'trade', 'common']);
  const visit = ({ terms }: Derived): void => {
    for (const { term, label, from } of terms) {
      if (label !== undefined && isKey(label)) found.add(label.split(':')[0] as Namespace);
      found.add(TERM_WORDS[term].split(':')[0] as Namespace);
      if (from !== undefined) visit(from);
    }
  };
  visit(derivation);
  return [...found].sort();
}
