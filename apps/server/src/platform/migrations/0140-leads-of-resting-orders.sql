-- The earliest time of a price that fills or triggers an order which rests or waits; null: any.
alter table spot_orders     add column crosses_from timestamptz;
-- The same of stop, target and trailing stop of a contract, since they were last changed.
alter table contract_orders add column stops_from   timestamptz;
alter table contract_steps  add column stops_from   timestamptz;
