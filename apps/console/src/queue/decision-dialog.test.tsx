// @vitest-environment happy-dom
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { Refusal } from '@glasshouse/app/testing/fake-server';
import { newestToast, plain, pressEscape } from '@glasshouse/app/testing/show.tsx';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { call } from '../api/client.ts';
import { STEP_UP_REQUIRED } from '../api/step-up.ts';
import { OWNER, showConsole } from '../testing/show-console.tsx';
import { type Decision, REASON_LENGTH_MIN } from './decision.ts';
import { useDecision } from './use-decision.tsx';

const ASK = 'Ask';
const APPROVE: Decision = {
  kind: 'approve',
  label: 'Approve 500 USDT',
  title: 'Approve this withdrawal?',
  text: 'It goes into the next payout.',
  isUndoable: false,
  stepUp: true,
  done: 'Withdrawal 7 approved',
  send: ({ reason, idempotencyKey }) =>
    call('reviewWithdrawal', { params: { id: 7 }, body: { decision: 'approve', reason }, idempotencyKey }),
};
const REJECT: Decision = {
  ...APPROVE,
  kind: 'reject',
  label: 'Reject',
  title: 'Reject this withdrawal?',
  usual: ['Checked', 'Not at this time'],
  codes: [
    { value: 'destinationRisky', label: 'Risky destination' },
    { value: 'other', label: 'Another reason' },
  ],
  hasNote: true,
  done: 'Withdrawal 7 rejected',
  send: ({ reason, code, note, idempotencyKey }) =>
    call('reviewWithdrawal', {
      params: { id: 7 },
      body: {
        decision: 'reject',
        rejection: code === 'destinationRisky' ? code : 'other',
        reason,
        ...(note !== undefined && { note }),
      },
      idempotencyKey,
    }),
};
const DONE = { state: 'done', request: null } as const;
const REASON = 'The address is theirs.';
let server: FakeOperatorServer;
let done = 0;

function Page({ decision }: { readonly decision: Decision }) {
  const { ask, dialog } = useDecision(
    () => decision,
    () => (done += 1),
  );
  return (
    <>
      <button type="button" onClick={() => ask(undefined)}>
        {ASK}
      </button>
      {dialog}
    </>
  );
}

/** Opens the dialog of a decision. */
async function open(decision: Decision, language: Language = 'en') {
  const page = await showConsole(<Page decision={decision} />, { language });
  const { t } = page;
  await page.user.click(screen.getByRole('button', { name: ASK }));
  const dialog = await screen.findByRole('dialog', { name: decision.title });
  const reason = within(dialog).getByRole<HTMLTextAreaElement>('textbox', {
    name: t(decision.reasonHint === undefined ? 'console:decision.reason' : 'console:field.reason'),
  });
  const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: decision.label });
  return { ...page, dialog, reason, confirm };
}

beforeEach(() => {
  done = 0;
  server = new FakeOperatorServer();
});

test('a decision is sent with its reason, and the dialog closes with a confirmation', async () => {
  server.on('reviewWithdrawal', () => DONE);
  const { user, t, dialog, reason, confirm } = await open(APPROVE);
  expect(within(dialog).getByText('It goes into the next payout.')).toBeDefined();
  expect(within(dialog).getByText(t('console:decision.reasonHint'))).toBeDefined();
  expect(document.activeElement).toBe(reason);
  expect(reason.value).toBe('');
  await user.type(reason, `  ${REASON} `);
  await user.click(confirm);
  await expect.poll(() => done).toBe(1);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(newestToast()).toMatchObject({ title: APPROVE.done, tone: 'success' });
  const [sent] = server.sent('reviewWithdrawal');
  expect(sent?.params).toEqual({ id: '7' });
  expect(sent?.body).toEqual({ decision: 'approve', reason: REASON });
  expect(sent?.headers['x-csrf-token']).toBe(OWNER.csrf);
  // What waits in the queues has changed.
  expect(server.sent('getQueues')).toHaveLength(1);
});

test('nothing is sent without a reason; spaces are none', async () => {
  server.on('reviewWithdrawal', () => DONE);
  const { user, t, dialog, reason, confirm } = await open(APPROVE);
  const short = t('console:decision.reasonShort', { min: REASON_LENGTH_MIN });
  expect(within(dialog).queryByText(short)).toBeNull();
  await user.type(reason, 'a    ');
  await user.click(confirm);
  expect(within(dialog).getByText(short)).toBeDefined();
  expect(reason.getAttribute('aria-invalid')).toBe('true');
  expect(server.sent('reviewWithdrawal')).toEqual([]);
  await user.type(reason, 'bc');
  expect(within(dialog).queryByText(short)).toBeNull();
});

test('a second factor is asked for, and the command repeated under the same key', async () => {
  let isConfirmed = false;
  server
    .on('reviewWithdrawal', () => (isConfirmed ? DONE : new Refusal(STEP_UP_REQUIRED, 'Confirm that it is you.')))
    .on('confirmOperatorCode', ({ body }) => {
      if (body.code !== '123456') return new Refusal(10077, 'The code is wrong.');
      isConfirmed = true;
      return { ...OWNER, stepUpUntil: '2026-11-30T01:05:00.000Z', csrf: 'renewed' };
    });
  const { user, t, reason, confirm } = await open(APPROVE);
  await user.type(reason, REASON);
  await user.click(confirm);
  const question = await screen.findByRole('dialog', { name: t('console:stepUp.title') });
  const code = within(question).getByRole<HTMLInputElement>('textbox', { name: t('console:factor.code') });
  expect(document.activeElement).toBe(code);
  expect(done).toBe(0);
  await user.type(code, '111111');
  expect(await within(question).findByText('The code is wrong.')).toBeDefined();
  expect(code.value).toBe('');
  await user.type(code, '123456');
  await expect.poll(() => done).toBe(1);
  expect(screen.queryByRole('dialog')).toBeNull();
  const [first, second, ...rest] = server.sent('reviewWithdrawal');
  expect(rest).toEqual([]);
  expect(first?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers['x-csrf-token']).toBe('renewed');
});

test('a question for the second factor that is closed leaves the decision as it was written', async () => {
  server.on('reviewWithdrawal', () => new Refusal(STEP_UP_REQUIRED, 'Confirm that it is you.'));
  const { user, t, dialog, reason, confirm } = await open(APPROVE);
  await user.type(reason, REASON);
  await user.click(confirm);
  pressEscape(await screen.findByRole('dialog', { name: t('console:stepUp.title') }));
  expect(await within(dialog).findByText('Confirm that it is you.')).toBeDefined();
  expect(screen.queryByRole('dialog', { name: t('console:stepUp.title') })).toBeNull();
  expect(reason.value).toBe(REASON);
  expect(server.sent('reviewWithdrawal')).toHaveLength(1);
});

test('a refusal is shown in the dialog; trying again uses the same key, opening it again another', async () => {
  server.on('reviewWithdrawal', () => new Refusal(10040, 'Somebody has already decided.'));
  const { user, t, dialog, reason, confirm } = await open(APPROVE);
  await user.type(reason, REASON);
  await user.click(confirm);
  expect(await within(dialog).findByText('Somebody has already decided.')).toBeDefined();
  expect(done).toBe(0);
  expect(newestToast()).toBeUndefined();
  await user.click(confirm);
  await expect.poll(() => server.sent('reviewWithdrawal').length).toBe(2);
  await user.click(within(dialog).getByRole('button', { name: t('common:action.cancel') }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: ASK }));
  const opened = within(await screen.findByRole('dialog', { name: APPROVE.title }));
  await user.type(opened.getByRole('textbox'), REASON);
  await user.click(opened.getByRole('button', { name: APPROVE.label }));
  await expect.poll(() => server.sent('reviewWithdrawal').length).toBe(3);
  const [first, retried, reopened] = server.sent('reviewWithdrawal').map(({ headers }) => headers['idempotency-key']);
  expect(retried).toBe(first);
  expect(reopened).not.toBe(first);
});

test('where a second person is needed, the confirmation names the approval that waits', async () => {
  server.on('reviewWithdrawal', () => ({ state: 'waiting', request: 61 }) as const);
  const { user, t, reason, confirm } = await open(APPROVE);
  await user.type(reason, REASON);
  await user.click(confirm);
  await expect.poll(() => done).toBe(1);
  expect(newestToast()).toMatchObject({ title: t('console:decision.waits', { id: 61 }), tone: 'info' });
});

test('the dialog is busy until the answer comes, and sends once', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof DONE>();
  server.on('reviewWithdrawal', () => promise);
  const { user, reason, confirm } = await open(APPROVE);
  await user.type(reason, REASON);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => confirm.getAttribute('aria-busy')).toBe('true');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await user.click(confirm);
  expect(server.sent('reviewWithdrawal')).toHaveLength(1);
  resolve(DONE);
  await expect.poll(() => done).toBe(1);
});

test('a rejection needs a reason for the person; a frequent one can be picked for the log', async () => {
  server.on('reviewWithdrawal', () => DONE);
  const { user, t, dialog, reason, confirm } = await open(REJECT);
  const inside = within(dialog);
  const usual = within(inside.getByRole('list', { name: t('console:decision.usual') }));
  await user.click(usual.getByRole('button', { name: 'Not at this time' }));
  expect(reason.value).toBe('Not at this time');
  await user.click(confirm);
  expect(inside.getByText(t('console:decision.pickOne'))).toBeDefined();
  expect(server.sent('reviewWithdrawal')).toEqual([]);
  const code = inside.getByRole('combobox', { name: t('console:decision.code') });
  expect(code.getAttribute('aria-invalid')).toBe('true');
  await user.click(code);
  await user.click(await inside.findByRole('option', { name: 'Risky destination' }));
  expect(code.textContent).toBe('Risky destination');
  expect(inside.queryByText(t('console:decision.pickOne'))).toBeNull();
  await user.type(inside.getByRole('textbox', { name: t('console:decision.note') }), 'Please use another address.');
  await user.click(confirm);
  await expect.poll(() => done).toBe(1);
  expect(server.sent('reviewWithdrawal')[0]?.body).toEqual({
    decision: 'reject',
    rejection: 'destinationRisky',
    reason: 'Not at this time',
    note: 'Please use another address.',
  });
});

test('an approval offers no frequent reasons: whoever approves writes one', async () => {
  const { t, dialog } = await open({ ...APPROVE, usual: REJECT.usual ?? [] });
  expect(within(dialog).queryByRole('list', { name: t('console:decision.usual') })).toBeNull();
});

test('fields of the decision come before its reason, and a problem with them holds it back', async () => {
  const { user, dialog, reason, confirm } = await open({
    ...APPROVE,
    fields: <input aria-label="Hash" />,
    problem: 'Enter the hash.',
    reasonHint: 'The person reads this.',
  });
  expect(document.activeElement).toBe(within(dialog).getByRole('textbox', { name: 'Hash' }));
  expect(within(dialog).getByText('The person reads this.')).toBeDefined();
  await user.tab();
  expect(document.activeElement).toBe(reason);
  await user.type(reason, REASON);
  expect(within(dialog).queryByRole('alert')).toBeNull();
  await user.click(confirm);
  expect(within(dialog).getByRole('alert').textContent).toBe('Enter the hash.');
  expect(server.sent('reviewWithdrawal')).toEqual([]);
});

test('Escape closes the dialog and sends nothing', async () => {
  const { user, dialog, reason } = await open(APPROVE);
  await user.type(reason, REASON);
  pressEscape(dialog);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(server.received).toEqual([]);
});

test.each(['de', 'ar'] as const)('in %s the dialog is in that language, figures too', async (language) => {
  const { user, t, format, dialog, confirm } = await open(REJECT, language);
  await user.click(confirm);
  const short = plain(t('console:decision.reasonShort', { min: REASON_LENGTH_MIN }));
  expect(within(dialog).getByText(short)).toBeDefined();
  expect(short).toContain(format.number(REASON_LENGTH_MIN));
  expect(document.documentElement.dir).toBe(language === 'ar' ? 'rtl' : 'ltr');
});
