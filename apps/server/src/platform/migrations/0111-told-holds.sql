-- People are told of each step of a held credit: the jobs find the latest steps, and those that are over, without reading the others.
create index deposit_holds_told on deposit_holds (((steps -> -1 ->> 'seq')::bigint));
create index deposit_holds_closed on deposit_holds (closed_at) where closed_at is not null;
