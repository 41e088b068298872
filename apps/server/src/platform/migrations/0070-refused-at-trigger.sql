-- A spot order that was refused at its trigger is told: a person's by the first index, and whoever is told next by the
-- second. What the entry that ended it says parts it from one whose rest was cancelled after a fill.
create index spot_orders_refused on spot_orders (user_id, settled_by) where state = 'revoked' and triggered_by = settled_by;
create index spot_orders_refusals_told on spot_orders (settled_by) where state = 'revoked' and triggered_by = settled_by;
