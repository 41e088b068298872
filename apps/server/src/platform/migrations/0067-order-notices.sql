-- Notices of orders follow from their rows: a person's by the first index of each table, and whoever
-- is told next by the second. What is placed and still open is in none of them.
create index option_orders_ended on option_orders (user_id, settled_by) where settled_by is not null;
create index option_orders_told on option_orders (settled_by) where settled_by is not null;
create index contract_orders_ended on contract_orders (user_id, settled_by) where settled_by is not null;
create index contract_orders_told on contract_orders (settled_by) where settled_by is not null;
create index contract_orders_opened on contract_orders (opened_by) where opened_by is not null and type = 'limit';
create index spot_orders_ended on spot_orders (user_id, settled_by) where settled_by is not null and state = 'filled';
create index spot_orders_told on spot_orders (settled_by) where settled_by is not null and state = 'filled';
