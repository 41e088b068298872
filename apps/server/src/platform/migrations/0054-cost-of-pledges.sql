-- A pledge that is sold has proceeds, as a sale on the market has. What was followed before is made again.
alter table cost_steps drop constraint cost_steps_kind_check;
alter table cost_steps add check (kind in ('spot', 'convert', 'loans', 'other'));
truncate cost_heads, cost_holdings, cost_steps;
