// @vitest-environment happy-dom
/** Letters typed in menus and selects, whose search begins anew with each opening. */
import { Menu, Select } from '@glasshouse/ui';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from './show.tsx';

const NAMES = ['Arrow', 'Trend line', 'Band'];

test('letters typed into a menu are not added to those of the one that was open before', async () => {
  const items = NAMES.map((label) => ({ id: label, label, onSelect: vi.fn() }));
  const { user } = await show(
    <Menu label="Drawings" items={items}>
      {(anchor) => (
        <button type="button" {...anchor}>
          Open
        </button>
      )}
    </Menu>,
    { namespaces: [] },
  );
  for (const [letter, name] of [
    ['t', 'Trend line'],
    ['b', 'Band'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.keyboard(letter);
    expect(document.activeElement?.textContent).toBe(name);
    await user.keyboard('{Enter}');
  }
});

test('letters typed into an open select are not added to those typed before it was opened', async () => {
  const onChange = vi.fn();
  const options = NAMES.map((label) => ({ value: label, label }));
  const { user } = await show(<Select label="Drawing" value="" options={options} onChange={onChange} />, {
    namespaces: [],
  });
  const field = screen.getByRole('combobox');
  field.focus();
  await user.keyboard('t');
  expect(onChange).toHaveBeenLastCalledWith('Trend line');
  await user.keyboard('{ArrowDown}');
  await screen.findByRole('listbox');
  await user.keyboard('b{Enter}');
  expect(onChange).toHaveBeenLastCalledWith('Band');
});
