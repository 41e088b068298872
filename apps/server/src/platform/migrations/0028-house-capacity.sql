-- A waiting order counts against the house's capacity by its distance from the price. Null: placed
-- under terms without that rule, and counts in full.
alter table contract_orders add column counted numeric(38, 8) check (counted >= 0);

-- Closed to cover what another position of its owner lost beyond its margin; or waited too long.
alter table contract_orders drop constraint contract_orders_closed_by_check;
alter table contract_orders add constraint contract_orders_closed_by_check
  check (closed_by in ('user', 'stopLoss', 'takeProfit', 'liquidation', 'netting', 'expired', 'reset', 'operator'));
