/** Who lends, and under which law: named by the terms of version 14 of the rules, or no loan. */
import { code } from '@glasshouse/api/codes';
import { expect, test } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import { parseEntry } from '../../kernel/core/log-entry.ts';
import { RULES_VERSION } from '../../kernel/core/rules.ts';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import { Replay } from '../../kernel/verify/replay.ts';
import { USER } from '../../money/funding/testing/funding-fixture.ts';
import { MODULES } from '../../runtime/modules.ts';
import { termsNow } from './request.ts';
import { LENDING, LoansFixture } from './testing/fixture.ts';

const nameless = () => LoansFixture.begin('full', undefined, undefined, { version: RULES_VERSION, figures: SHIPPED });

test('without a name nobody lends, whatever else is in the way; with one, the terms have it', async () => {
  const core = await nameless();
  expect(await core.ask()).toMatchObject({ code: code.lenderUnnamed, fields: { lender: code.lenderUnnamed } });
  const forged = { ...termsNow(core.harness.sequencer.state), lender: 'Somebody Ltd' };
  expect((await core.ask({ terms: forged })).code).toBe(code.lenderUnnamed);
  await core.set('site.operator', 'Fjord Lending Ltd');
  await core.set('loan.law', 'Consumer Credit Act 74');
  const id = await core.lend();
  expect(core.loan(id).terms).toMatchObject({ lender: 'Fjord Lending Ltd', law: 'Consumer Credit Act 74' });
  // A name that goes again stops new loans, and changes nothing of those that there are.
  await core.set('site.operator', '');
  accepted(await core.repay(id));
  expect((await core.ask()).code).toBe(code.lenderUnnamed);
  core.expectConserved();
});

test.each([
  ['site.operator', 'Another Lender Ltd'],
  ['loan.law', 'Consumer Credit Act 75'],
] as const)('an agreement is refused once %s is another one', async (key, value) => {
  const core = await LoansFixture.begin();
  const terms = termsNow(core.harness.sequencer.state);
  await core.set(key, value);
  expect(await core.ask({ terms })).toMatchObject({
    code: code.agreementNotSigned,
    fields: { agreementId: code.agreementNotSigned },
  });
  accepted(await core.ask());
});

test('under version 13 of the rules loans had neither, and a signature of then asks for nothing today', async () => {
  const core = await LoansFixture.begin('full', undefined, undefined, { version: 13, figures: SHIPPED });
  const signed = termsNow(core.harness.sequencer.state);
  const id = await core.lend();
  expect(core.loan(id).terms).toEqual(signed);
  expect(Object.keys(signed)).not.toContain('lender');
  accepted(await core.repay(id));
  const waiting = accepted<{ id: number }>(await core.ask()).id;
  accepted(await core.harness.internal('rules.adopt', { version: RULES_VERSION, figures: LENDING }, 'upgrade'));
  // Who asked before the upgrade gets what they signed.
  accepted(await core.reviewLoan(waiting));
  expect(core.loan(waiting)).toMatchObject({ state: 'repaying', terms: signed });
  accepted(await core.command(USER, 'loans.repay', { id: waiting, amount: null }));
  expect((await core.ask({ terms: signed })).code).toBe(code.agreementNotSigned);
  core.expectConserved();
  const replay = new Replay(MODULES);
  for (const { entry } of core.store.entries) expect(replay.apply(parseEntry(entry)).difference).toBeUndefined();
});
