// @vitest-environment happy-dom
/** How long messages stay: short confirmations go by themselves, warnings that stay do not. */
import { ToastRegion, toasts } from '@glasshouse/ui';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from './show.tsx';

afterEach(() => void vi.useRealTimers());

test('a message that stays outlives every other, until it is closed', async () => {
  const { user } = await show(<ToastRegion label="Messages" closeLabel="Close" />, { namespaces: [] });
  vi.useFakeTimers();
  act(() => {
    toasts.show({ title: 'Saved' });
    toasts.show({ title: 'History changed', tone: 'warning', stays: true });
  });
  expect(screen.queryByText('Saved')).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.queryByText('Saved')).toBeNull();
  expect(screen.queryByText('History changed')).not.toBeNull();
  vi.useRealTimers();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('History changed')).toBeNull();
});
