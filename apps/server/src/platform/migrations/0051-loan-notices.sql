-- Notices of loans follow from their steps: whoever is told next is found by the latest one.
create index loans_by_latest_step on loans (((steps -> -1 ->> 'seq')::bigint));
