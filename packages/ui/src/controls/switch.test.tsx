// @vitest-environment happy-dom
/** A switch and a checkbox are named by their label alone; note and error describe them. */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { Checkbox, Switch } from './switch.tsx';

const HINT = 'Ask once more before money moves.';

afterEach(cleanup);

/** The text that describes a control, as a screen reader says it after the name. */
const descriptionOf = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent;

test('a switch is named by its label, and described by its hint', () => {
  render(<Switch label="Confirm each order" hint={HINT} checked={false} onChange={() => undefined} />);
  const control = screen.getByRole('switch', { name: 'Confirm each order' });
  expect(descriptionOf(control)).toBe(HINT);
});

test('without a hint nothing describes it', () => {
  render(<Switch label="Sounds" checked onChange={() => undefined} />);
  expect(screen.getByRole('switch', { name: 'Sounds' }).hasAttribute('aria-describedby')).toBe(false);
});

test('an error takes the place of the hint, and the checkbox is invalid', () => {
  render(<Checkbox label="I agree" hint={HINT} error="Agree first." checked={false} onChange={() => undefined} />);
  const control = screen.getByRole('checkbox', { name: 'I agree' });
  expect(descriptionOf(control)).toBe('Agree first.');
  expect(control.getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText(HINT)).toBeNull();
});

test('the whole line toggles it, its hint too; so does the space bar', async () => {
  const changes: boolean[] = [];
  render(<Switch label="Sounds" hint={HINT} checked={false} onChange={(next) => changes.push(next)} />);
  const user = userEvent.setup();
  await user.click(screen.getByText('Sounds'));
  await user.click(screen.getByText(HINT));
  expect(document.activeElement).toBe(screen.getByRole('switch'));
  await user.keyboard(' ');
  expect(changes).toEqual([true, true, true]);
});
