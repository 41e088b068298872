-- Orders of one instrument among a million of somebody: their code lies in the index of the list, so that what is rare is
-- found there alone. Columns that never change keep updates in place.
drop index option_orders_by_user;
create index option_orders_by_user on option_orders (user_id, book, id desc) include (code);
drop index contract_orders_by_user;
create index contract_orders_by_user on contract_orders (user_id, book, id desc) include (code);
drop index spot_orders_by_user;
create index spot_orders_by_user on spot_orders (user_id, book, id desc) include (code);
