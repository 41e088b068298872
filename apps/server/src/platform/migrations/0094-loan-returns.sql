-- The days of the last 365 on which a person returned a loan without interest: one row for each person who did, with as many days as the
-- parameter `loan.free_returns_year` allows. Follows from the command log.
create table loan_returns (
  user_id bigint primary key,
  days    jsonb  not null check (jsonb_array_length(days) between 1 and 12) -- UTC days since 1970
);
