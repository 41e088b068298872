-- What stops of a contract were before the change that waits for its lead: they fire until `stops_from`; null: none did.
alter table contract_orders add column stops_before jsonb;
alter table contract_steps  add column stops_before jsonb;
