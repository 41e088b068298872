-- A seller whose margin does not hold a dividend is closed at the first price after it.
alter table contract_orders drop constraint contract_orders_closed_by_check;
alter table contract_orders add constraint contract_orders_closed_by_check
  check (closed_by in ('user', 'stopLoss', 'trailingStop', 'takeProfit', 'profitLimit', 'liquidation', 'netting', 'expired',
                       'moved', 'oco', 'reset', 'operator', 'delisting', 'roll', 'dividend'));
