// @vitest-environment happy-dom
/** A term that only some orders have is a row of their receipt, so that each can be checked. */
import { CUSTOMER, show } from '@glasshouse/app/testing/show.tsx';
import { cleanup } from '@testing-library/react';
import { expect, test } from 'vitest';
import { closedContract } from '../../testing/evidence.ts';
import { ContractTermsTable } from './contract-terms.tsx';
import type { ContractEvidence } from './verify-order.ts';

type Terms = ContractEvidence['terms'];
type OptionalTerm = { [Key in keyof Terms]-?: undefined extends Terms[Key] ? Key : never }[keyof Terms];

/** Each with a value; undefined: the receipt does not show it. */
const OPTIONAL: Readonly<{ [Key in OptionalTerm]: Terms[Key] }> = {
  convertsAt: 'close',
  closeRequirement: { minutes: 30, rate: '0.12', largestGap: '0.1' },
  // No receipt has a text for it yet; it shows in the time between a step and its tick.
  leadMs: undefined,
};

async function textWith(terms: Partial<Terms>): Promise<string | null> {
  const evidence = closedContract();
  const { convertsAt, closeRequirement, leadMs, ...required } = evidence.terms;
  const table = <ContractTermsTable evidence={{ ...evidence, terms: { ...required, ...terms } }} />;
  await show(table, { namespaces: ['order', 'account', 'trade'], account: CUSTOMER });
  const text = document.body.textContent;
  cleanup();
  return text;
}

test.each(Object.entries(OPTIONAL).filter(([, value]) => value !== undefined))('%s', async (term, value) => {
  expect(await textWith({ [term]: value })).not.toBe(await textWith({}));
});
