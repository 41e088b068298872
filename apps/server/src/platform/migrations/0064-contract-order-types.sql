-- Orders that wait for a stop price, orders of which one cancels the others, and take-profit ladders.
alter table contract_orders drop constraint contract_orders_type_check;
alter table contract_orders add constraint contract_orders_type_check
  check (type in ('market', 'limit', 'stop', 'stopLimit'));
alter table contract_orders add column entry_points bigint check (entry_points > 0);
alter table contract_orders add column triggered_by bigint;   -- the command that reached it, when the limit was not
alter table contract_orders add column oco_group bigint;
alter table contract_orders add column targets jsonb;         -- [{points, lots}], the nearest first
alter table contract_steps add column targets jsonb;

alter table contract_orders drop constraint contract_orders_closed_by_check;
alter table contract_orders add constraint contract_orders_closed_by_check
  check (closed_by in ('user', 'stopLoss', 'takeProfit', 'profitLimit', 'liquidation', 'netting', 'expired', 'moved',
                       'oco', 'reset', 'operator'));
