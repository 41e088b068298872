/** The reasons in a user's statement in this release, by product. */
export const REASONS = [
  {
    kind: 'options',
    reasons: [
      'options.stake',
      'options.stakeBack',
      'options.win',
      'options.lose',
      'options.draw',
      'options.fee',
      'options.refund',
    ],
  },
  {
    kind: 'contracts',
    reasons: [
      'contracts.margin',
      'contracts.marginBack',
      'contracts.profit',
      'contracts.loss',
      'contracts.fee',
      'contracts.financing',
      'contracts.hold',
      'contracts.release',
    ],
  },
  { kind: 'spot', reasons: ['spot.buy', 'spot.sell', 'spot.fee', 'spot.hold', 'spot.release'] },
  { kind: 'convert', reasons: ['convert.give', 'convert.receive'] },
  { kind: 'demo', reasons: ['demo.grant', 'demo.reset'] },
] as const;
