// @vitest-environment happy-dom
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { showConsole } from '../../testing/show-console.tsx';
import { ValueField } from './value-field.tsx';
import { draftOf, type Shape, valueFrom } from './value-field-shape.ts';

const LABEL = 'What is set';
const TEXT: Shape = { as: 'text', columns: [], numbers: [] };
const NUMBER: Shape = { as: 'number', columns: [], numbers: [] };
const LIST: Shape = { as: 'list', columns: ['value'], numbers: [] };
const MAP: Shape = { as: 'map', columns: ['name', 'value'], numbers: ['value'] };
const PERIODS: Shape = { as: 'rows', columns: ['seconds', 'payoutRate'], numbers: ['seconds'] };
const LIMITS: Shape = { as: 'map', columns: ['name', 'value'], numbers: [], names: ['deposit_day', 'withdrawal_day'] };

interface TypedProps {
  readonly shape: Shape;
  readonly value: unknown;
  readonly onTyped: (value: unknown) => void;
}

function Typed({ shape, value, onTyped }: TypedProps) {
  const [draft, setDraft] = useState(() => draftOf(shape, value));
  onTyped(valueFrom(shape, draft));
  return <ValueField label={LABEL} hint="As it is on the wire." shape={shape} draft={draft} onChange={setDraft} />;
}

/** Shows a value for typing; `typed` is what would be sent. */
async function field(shape: Shape, value: unknown, language: Language = 'en') {
  let typed: unknown;
  const element = <Typed shape={shape} value={value} onTyped={(next) => (typed = next)} />;
  const page = await showConsole(element, { namespaces: ['records', 'kyc'], language });
  return { ...page, typed: () => typed };
}

const boxes = (name: string) =>
  within(screen.getByRole('group', { name: LABEL })).getAllByRole<HTMLInputElement>('textbox', { name });
const texts = (name: string) => boxes(name).map(({ value }) => value);

test('a single value is one field; spaces around it are left out', async () => {
  const { user, typed } = await field(TEXT, '0.05');
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: LABEL });
  expect(box.value).toBe('0.05');
  expect(screen.getByText('As it is on the wire.')).toBeDefined();
  await user.clear(box);
  await user.type(box, ' 0.075 ');
  expect(typed()).toBe('0.075');
});

test('a whole number is a number on the wire', async () => {
  const { user, typed } = await field(NUMBER, 15000);
  await user.type(screen.getByRole('textbox', { name: LABEL }), '0');
  expect(typed()).toBe(150_000);
});

test('a cell of a table changes alone, each column with its kind', async () => {
  const { user, t, typed } = await field(PERIODS, [
    { seconds: 30, payoutRate: '0.8' },
    { seconds: 60, payoutRate: '0.82' },
  ]);
  expect(texts(t('records:term.seconds'))).toEqual(['30', '60']);
  const rate = boxes(t('records:term.payoutRate'))[1]!;
  await user.clear(rate);
  await user.type(rate, '0.81');
  expect(typed()).toEqual([
    { seconds: 30, payoutRate: '0.8' },
    { seconds: 60, payoutRate: '0.81' },
  ]);
});

test('lines are added empty and removed in place', async () => {
  const { user, t, typed } = await field(LIST, ['US', 'IR', 'KP']);
  const column = t('records:col.value');
  await user.click(screen.getAllByRole('button', { name: t('records:instruments.removeRow') })[1]!);
  expect(typed()).toEqual(['US', 'KP']);
  await user.click(screen.getByRole('button', { name: t('records:instruments.row') }));
  expect(texts(column)).toEqual(['US', 'KP', '']);
  await user.type(boxes(column)[2]!, 'SY');
  expect(typed()).toEqual(['US', 'KP', 'SY']);
});

test('the last line can be removed, and a first one added', async () => {
  const { user, t, typed } = await field(LIST, ['US']);
  await user.click(screen.getByRole('button', { name: t('records:instruments.removeRow') }));
  expect(typed()).toEqual([]);
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: t('records:instruments.row') }));
  expect(texts(t('records:col.value'))).toEqual(['']);
});

test('a map has a column of names and one of values', async () => {
  const { user, t, typed } = await field(MAP, { tron: 20 });
  await user.click(screen.getByRole('button', { name: t('records:instruments.row') }));
  await user.type(boxes(t('console:field.name'))[1]!, 'ethereum');
  await user.type(boxes(t('records:col.value'))[1]!, '12');
  expect(typed()).toEqual({ tron: 20, ethereum: 12 });
});

test('tables of a fixed length offer neither a new line nor removal', async () => {
  const { t } = await field({ ...PERIODS, isFixed: true }, [{ seconds: 30, payoutRate: '0.8' }]);
  expect(texts(t('records:term.seconds'))).toEqual(['30']);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a single row is sent as one object', async () => {
  const { user, t, typed } = await field({ ...PERIODS, as: 'row' }, { seconds: 30, payoutRate: '0.8' });
  expect(screen.queryByRole('button')).toBeNull();
  await user.type(boxes(t('records:term.seconds'))[0]!, '0');
  expect(typed()).toEqual({ seconds: 300, payoutRate: '0.8' });
});

test('every name that a map can have is a field; one that is emptied is unset', async () => {
  const { user, t, typed } = await field(LIMITS, { deposit_day: '500', old_name: '7' });
  const nameOf = (kind: 'deposit' | 'withdrawal') => `${t(`kyc:limits.kind.${kind}`)} · ${t('kyc:limits.window.day')}`;
  const group = within(screen.getByRole('group', { name: LABEL }));
  const [deposit, withdrawal, old] = group.getAllByRole<HTMLInputElement>('textbox');
  expect(group.getByRole('textbox', { name: nameOf('deposit') })).toBe(deposit);
  expect(group.getByRole('textbox', { name: nameOf('withdrawal') })).toBe(withdrawal);
  // Set under rules of an earlier release.
  expect(group.getByRole('textbox', { name: 'old_name' })).toBe(old);
  expect(screen.queryByRole('button')).toBeNull();
  expect(typed()).toEqual({ deposit_day: '500', old_name: '7' });
  await user.type(withdrawal!, '250');
  await user.clear(deposit!);
  expect(typed()).toEqual({ withdrawal_day: '250', old_name: '7' });
});

test('Tab goes through a line, its removal, and on to the next', async () => {
  const { user, t } = await field(PERIODS, [
    { seconds: 30, payoutRate: '0.8' },
    { seconds: 60, payoutRate: '0.82' },
  ]);
  const [first, second] = screen.getAllByRole('button', { name: t('records:instruments.removeRow') });
  const [seconds, rates] = [boxes(t('records:term.seconds')), boxes(t('records:term.payoutRate'))];
  const add = screen.getByRole('button', { name: t('records:instruments.row') });
  for (const expected of [seconds[0], rates[0], first, seconds[1], rates[1], second, add]) {
    await user.tab();
    expect(document.activeElement).toBe(expected);
  }
});

test.each(['de', 'ar'] as const)('in %s names are translated; values stay as on the wire', async (language) => {
  const { t, typed } = await field(PERIODS, [{ seconds: 30, payoutRate: '0.8' }], language);
  expect(t('records:term.payoutRate')).not.toBe('Payout');
  const [rate] = boxes(t('records:term.payoutRate'));
  expect(rate?.value).toBe('0.8');
  expect(rate?.dir).toBe('ltr');
  expect(typed()).toEqual([{ seconds: 30, payoutRate: '0.8' }]);
});
