-- An order that the house has no room for, or whose leverage is not allowed before the market closes,
-- does not open. Before, the log named the operator for both.
alter table contract_orders drop constraint contract_orders_closed_by_check;
alter table contract_orders add constraint contract_orders_closed_by_check
  check (closed_by in ('user', 'stopLoss', 'trailingStop', 'takeProfit', 'profitLimit', 'liquidation', 'netting', 'expired',
                       'moved', 'oco', 'reset', 'operator', 'noRoom', 'leverage', 'delisting', 'roll', 'dividend'));
