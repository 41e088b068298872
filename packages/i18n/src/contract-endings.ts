/**
 * What tells how a contract ended, in toasts of the pages and in notices of the server: one list,
 * so that both say the same. Nobody is told of what expired or was reset.
 */
export const CONTRACT_ENDINGS = {
  user: 'order:toast.user',
  stopLoss: 'order:toast.stopLoss',
  trailingStop: 'order:toast.trailingStop',
  takeProfit: 'order:toast.takeProfit',
  profitLimit: 'order:toast.profitLimit',
  liquidation: 'order:toast.liquidation',
  netting: 'order:toast.netting',
  moved: 'order:toast.moved',
  oco: 'order:toast.oco',
  operator: 'order:toast.operator',
  noRoom: 'order:toast.noRoom',
  leverage: 'order:toast.leverage',
  delisting: 'order:toast.delisting',
  roll: 'order:toast.roll',
  dividend: 'order:toast.dividend',
} as const;
