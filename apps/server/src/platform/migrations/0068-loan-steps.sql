-- Every step of a loan; its row keeps the first and the latest ones only, as it always did. Those that
-- had dropped out of a row by now follow from the log, and are added at the next start.
create table loan_steps (
  loan_id bigint      not null,
  seq     bigint      not null,             -- entry of the command log
  idx     integer     not null,             -- of the loan's steps in this entry
  step    text        not null,
  at      timestamptz not null,
  note    text,
  primary key (loan_id, seq, idx)
);

insert into loan_steps (loan_id, seq, idx, step, at, note)
select l.id, (s.value ->> 'seq')::bigint,
       row_number() over (partition by l.id, s.value ->> 'seq' order by s.place) - 1,
       s.value ->> 'step', to_timestamp((s.value ->> 'at')::bigint / 1000.0), s.value ->> 'note'
  from loans l cross join jsonb_array_elements(l.steps) with ordinality as s (value, place);
