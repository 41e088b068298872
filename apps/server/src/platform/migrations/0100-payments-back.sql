-- Entries of a bank are compared with similar ones, and are set free when they were bound by mistake.
alter table evidence
  add column payer       text,          -- keyed digest of the sender's name
  add column released_by bigint,        -- log entry by which two persons set it free
  add column released_at timestamptz,
  add constraint evidence_released_check check ((released_by is null) = (released_at is null));

-- A held credit goes back to where it came from, and nowhere else.
alter table deposit_holds
  add column network         text,
  add column currency        text,
  add column currency_amount numeric(38, 8),
  add column payer           text;      -- address, or keyed digest of a bank account
