/**
 * What every line of a statement is: the one place where a product says what its reasons mean. The
 * statement's filter, profit by kind and the tax report follow from it. A reason is
 * `<kind>.<name>`; what only moves between a person's own accounts, or between the house's, is
 * `own` and counts nowhere.
 */
export const MEANINGS = [
  /** Between own accounts: held, released, pledged. */
  'own',
  /** Part of a trade of coins, which has a cost and proceeds. */
  'trade',
  /** Fee of such a trade: it adds to the cost, or comes off the proceeds. */
  'tradeFee',
  /** Won or lost. */
  'result',
  /** Received for something held or done: yield, rewards. */
  'income',
  'fee',
  /** Paid for money borrowed or a position kept: overnight fees, interest. */
  'financing',
  /** Own or borrowed money that came or went: neither a gain nor a cost. */
  'capital',
  /** Paid for something that stays outside the books: a certificate, a gift. */
  'spent',
  /** Put right by the operator. */
  'correction',
] as const;
export type Meaning = (typeof MEANINGS)[number];

type Reasons = Readonly<Record<string, Meaning>>;

export const STATEMENT_KINDS = {
  options: {
    stake: 'own',
    stakeBack: 'own',
    win: 'result',
    lose: 'result',
    draw: 'own',
    fee: 'fee',
    refund: 'own',
  },
  contracts: {
    margin: 'own',
    marginBack: 'own',
    profit: 'result',
    loss: 'result',
    netting: 'result',
    fee: 'fee',
    financing: 'financing',
    hold: 'own',
    release: 'own',
    splitRounding: 'result',
    dividend: 'result',
    dividendCharge: 'result',
  },
  spot: { buy: 'trade', sell: 'trade', fee: 'tradeFee', hold: 'own', release: 'own' },
  convert: { give: 'trade', receive: 'trade', hold: 'own', back: 'own' },
  plans: { principal: 'own', yield: 'income', return: 'own', penalty: 'result' },
  deposit: {
    credit: 'capital',
    frozen: 'own',
    released: 'own',
    reversed: 'capital',
    overLimit: 'own',
    overLimitReleased: 'own',
    returned: 'capital',
  },
  withdrawal: {
    hold: 'own',
    sent: 'capital',
    fee: 'fee',
    released: 'own',
    returned: 'capital',
    feeReturned: 'fee',
  },
  loans: {
    pledge: 'own',
    released: 'own',
    payout: 'capital',
    principal: 'capital',
    interest: 'financing',
    sale: 'trade',
    proceeds: 'trade',
  },
  referrals: { reward: 'income' },
  nfts: { buy: 'spent', payout: 'own' },
  adjust: { credit: 'correction', debit: 'correction' },
  demo: { grant: 'capital', reset: 'capital' },
} as const satisfies Readonly<Record<string, Reasons>>;

export type StatementKind = keyof typeof STATEMENT_KINDS;

const meanings = new Map<string, Meaning>(
  Object.entries<Reasons>(STATEMENT_KINDS).flatMap(([kind, reasons]) =>
    Object.entries(reasons).map(([name, meaning]) => [`${kind}.${name}`, meaning] as const),
  ),
);

/** Undefined: no product of this release writes such a line. */
export const meaningOf = (reason: string): Meaning | undefined => meanings.get(reason);

/** The reasons of a kind with one of these meanings, such as `options.win`. */
export const reasonsOf = (kind: StatementKind, meanings: readonly Meaning[] = MEANINGS): readonly string[] =>
  Object.entries<Meaning>(STATEMENT_KINDS[kind]).flatMap(([name, meaning]) =>
    meanings.includes(meaning) ? [`${kind}.${name}`] : [],
  );
