// @vitest-environment happy-dom
import { show } from '@glasshouse/app/testing/show.tsx';
import { ToastRegion, toasts } from '@glasshouse/ui';
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useUndoToast } from './use-undo-toast.ts';

let undone: string[] = [];
afterEach(() => {
  undone = [];
  for (const { id } of toasts.read()) toasts.dismiss(id);
});

function Moved() {
  const undo = useUndoToast();
  return (
    <>
      <button type="button" onClick={() => undo({ title: 'Moved', onUndo: () => undone.push('stop') })}>
        move
      </button>
      <ToastRegion label="Messages" closeLabel="Close" />
    </>
  );
}

test('undoing has its own arrow, apart from the cross that only closes', async () => {
  const { user, t } = await show(<Moved />, { namespaces: ['trade'] });
  await user.click(screen.getByRole('button', { name: 'move' }));
  const undo = screen.getByRole('button', { name: t('trade:chart.undo') });
  const cross = screen.getByRole('button', { name: 'Close' });
  expect(undo.querySelector('svg')?.innerHTML).toBeTruthy();
  expect(undo.querySelector('svg')?.innerHTML).not.toBe(cross.querySelector('svg')?.innerHTML);
  await user.click(undo);
  expect(undone).toEqual(['stop']);
  expect(screen.queryByText('Moved')).toBeNull();
});
