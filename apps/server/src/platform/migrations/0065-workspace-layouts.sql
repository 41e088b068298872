-- How people arranged the trading workspace. No money follows from it, so it is not in the log.
create table workspace_layouts (
  user_id bigint primary key,
  -- Checked against the schema before it is written; the limit is for whatever a later schema allows.
  layout  jsonb not null check (length(layout::text) <= 4000)
);
