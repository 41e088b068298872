/** The constants of the specification that operators may change, as an installation starts. */
import { PARAMETERS } from '@glasshouse/api/operator/parameters';
import { SPECIFIED } from '@glasshouse/api/testing/specification';
import { rateOf } from '@glasshouse/rules/money';
import { expect, test } from 'vitest';
import { SHIPPED } from '../figures/figures.ts';
import { CATALOGUE } from '../market-data/instruments/catalogue/index.ts';
import { MARKET_TYPES } from '../market-data/instruments/instrument.ts';
import { standardTerms } from './standard-terms.ts';

test('minimum deposits, sizes of images, hours of a review', () => {
  expect(PARAMETERS['deposit.minimums'].default).toEqual(SPECIFIED.depositMinimums);
  expect(PARAMETERS['upload.max_mb'].default).toBe(SPECIFIED.imageMb);
  expect(PARAMETERS['upload.proof_max_mb'].default).toBe(SPECIFIED.proofMb);
  expect(PARAMETERS['kyc.review_hours'].default).toBe(SPECIFIED.kycReviewHours);
});

test('a loan is at most this share of the balance', () => {
  expect(SHIPPED['loans.fullRate']).toBe(SPECIFIED.loanRate);
});

test('market types have their numbers', () => {
  expect(MARKET_TYPES).toMatchObject(SPECIFIED.marketTypes);
});

test('no fee that an installation starts with reaches the limit', () => {
  const termsOf = standardTerms(CATALOGUE, 'sandbox');
  const rates = CATALOGUE.flatMap(({ code }) => {
    const contracts = termsOf('contracts', code);
    const spot = termsOf('spot', code);
    return [contracts?.feeRate, spot?.makerRate, spot?.takerRate].filter((rate) => typeof rate === 'string');
  });
  expect(rates.length).toBeGreaterThan(CATALOGUE.length);
  expect(rates.filter((rate) => rateOf(SPECIFIED.feeRate) <= rateOf(rate))).toEqual([]);
});
