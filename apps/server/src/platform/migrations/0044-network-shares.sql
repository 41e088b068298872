-- All orders of one network share a part of what the house takes on an instrument. Each names the network that it came
-- from by a hash under a key of this installation; null: placed before there was one, or nothing is known.
alter table option_orders add column network text;
alter table contract_orders add column network text;
