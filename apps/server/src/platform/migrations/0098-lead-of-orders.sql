-- How long after its acceptance the first price of an order may be at the earliest; null: at once.
alter table option_orders  add column lead_ms integer check (lead_ms > 0);
alter table spot_orders    add column lead_ms integer check (lead_ms > 0);
alter table convert_orders add column lead_ms integer check (lead_ms > 0);
alter table convert_fills  add column lead_ms integer check (lead_ms > 0);
