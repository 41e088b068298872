-- What counts as traded is read a day at a time: a summary of each range of pages finds the rows of a day, and costs the
-- writer next to nothing. Rows are written in order of time.
create index contract_steps_at on contract_steps using brin (at) with (pages_per_range = 32);
create index spot_fills_at on spot_fills using brin (at) with (pages_per_range = 32);
