-- A payer that operators named, as the payment itself did not, may be named anew once the return is taken back.
alter table deposit_holds add column payer_named boolean not null default false;
