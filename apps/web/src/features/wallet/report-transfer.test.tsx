// @vitest-environment happy-dom
import type { ResultOf } from '@glasshouse/api';
import { FakeServer } from '@glasshouse/app/testing/fake-server';
import { CUSTOMER, show } from '@glasshouse/app/testing/show.tsx';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { depositMethodsOf } from '../../testing/funds.ts';
import { ReportTransfer } from './report-transfer.tsx';

const FILE = 'A'.repeat(20);

/** Pictures need a canvas; like the real field, it remembers what it shows. */
vi.mock('../../parts/upload/photo-field.tsx', () => ({
  PhotoField: ({ onChange }: { onChange: (fileId: string) => void }) => {
    const [isShown, setShown] = useState(false);
    const choose = () => {
      setShown(true);
      onChange(FILE);
    };
    return (
      <button type="button" onClick={choose}>
        {isShown ? 'picture shown' : 'no picture'}
      </button>
    );
  },
}));

test('after a report its picture is gone from the form: it belongs to that report', async () => {
  const server = new FakeServer();
  const reported: number[] = [];
  server.on('requestDeposit', () => ({ id: 77 }) as ResultOf<'requestDeposit'>);
  const [method] = depositMethodsOf('USDT').methods;
  const { user, t } = await show(<ReportTransfer method={method!} onDone={(id) => reported.push(id)} />, {
    namespaces: ['wallet', 'kyc', 'errors'],
    account: CUSTOMER,
    book: 'real',
  });
  const amount = screen.getByRole<HTMLInputElement>('textbox', { name: t('wallet:report.amount') });
  await user.type(amount, '500');
  await user.click(screen.getByText('no picture'));
  await user.click(screen.getByRole('button', { name: t('wallet:report.submit') }));
  await expect.poll(() => reported).toEqual([77]);
  expect(server.sent('requestDeposit')[0]?.body).toMatchObject({ amount: '500', proofFileId: FILE });
  expect(amount.value).toBe('');
  expect(screen.queryByText('picture shown')).toBeNull();
});
