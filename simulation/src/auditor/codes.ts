/** The numbers of the public catalogue that answers are predicted with, written out so that a renumbering does not go unnoticed. */
export const CODE = {
  done: 200,
  balance: 10011,
  product: 10014,
  closed: 10015,
  amount: 10016,
  period: 10017,
  format: 11006,
  range: 11008,
  keyReused: 11009,
  demoOnly: 11036,
  tooManyOpen: 11075,
  exposure: 11076,
  poolFull: 11080,
  internalOnly: 11082,
  bug: 11083,
  busy: 11084,
} as const;
