-- Payouts that ended and may still be paid by another of their transactions, and what left a second time.
alter table withdrawals
  add column watched_until   timestamptz, -- ended, and its other transactions are looked for until then
  add column second_payments jsonb;
alter table withdrawals drop constraint withdrawals_trouble_check;
alter table withdrawals add constraint withdrawals_trouble_check
  check (trouble in ('stuck', 'reverted', 'differs', 'early', 'used', 'altered', 'paidTwice'));
create index withdrawals_watched on withdrawals (watched_until) where watched_until is not null;
create index withdrawals_paid_twice on withdrawals (id) where trouble = 'paidTwice';
