-- Market orders and closes fill at the first tick after they were accepted. Until then: the price
-- that an order is valued at, and the lots to close with the time that they were asked for.
alter table contract_orders add column reference_points bigint check (reference_points > 0);
alter table contract_orders add column closing_lots numeric(38, 8) check (closing_lots > 0);
alter table contract_orders add column closing_at timestamptz;

-- Not filled, because the price had moved too far.
alter table contract_orders drop constraint contract_orders_closed_by_check;
alter table contract_orders add constraint contract_orders_closed_by_check
  check (closed_by in ('user', 'stopLoss', 'takeProfit', 'profitLimit', 'liquidation', 'netting', 'expired', 'moved',
                       'reset', 'operator'));
