-- The latest silences of each instrument, longest and oldest first, as pairs of length and end in ms: an order is judged by its own
-- limit, whatever the instrument's limit is today. A gap of unknown length counts as longer than any limit.
alter table tape_heads add column silences bigint[] not null default '{}';
update tape_heads set silences = array[9007199254740991, gap_ended_at] where gap_ended_at > 0;
alter table tape_heads drop column gap_ended_at;
