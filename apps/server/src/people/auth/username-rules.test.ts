import { expect, test } from 'vitest';
import { isReservedName, nameLooks } from './username-rules.ts';

test.each([
  'admin',
  'ADMIN',
  'Adm1n',
  'admin_',
  'a.d.m.i.n',
  'admin2026',
  'administrator',
  'site-admin',
  'adrnin',
  'operator',
  '0perator',
  'operat0r',
  'the-operator',
  'operator.joe',
  'support',
  'supp0rt',
  'Support_Team',
  'glasshouse',
  'G1assHouse',
  'glasshouse-help',
  'official.trader',
  'help',
  'help24',
  'no-reply',
  'KYC',
  'root',
  'supportteam',
  'Support.Ed',
  'SupportEd',
  'supports',
  'admins',
  'theofficial',
  'support-er',
  'administration',
  'myadmin',
])('%s is the house: nobody registers it', (name) => {
  expect(isReservedName(name)).toBe(true);
});

test.each([
  'anna',
  'badminton',
  'rooter',
  'helpful',
  'system.fan',
  'testarossa',
  'Kyoto',
  'verifyer',
  'owl',
  'houseman',
  'supported',
  'supportable',
  'Officially',
  'officialdom',
  'operatorship',
  'administrative',
  'unofficial',
  'nonofficial',
  'supportive',
  'Supporter7',
  'supporters',
  'supporting',
  'service-tree',
  'wallet.maker',
  'alice2026',
])('%s is a name like any other', (name) => {
  expect(isReservedName(name)).toBe(false);
});

test('names that are read alike look alike', () => {
  for (const [name, lookalike] of [
    ['alice', 'a1ice'],
    ['Ilona', 'llona'],
    ['bob', 'B0b'],
    ['modern', 'modem'],
    ['wanda', 'vvanda'],
    ['ann_a', 'ann.a'],
  ] as const) {
    expect(nameLooks(name)).toBe(nameLooks(lookalike));
  }
  expect(nameLooks('anna')).not.toBe(nameLooks('ann.a'));
  expect(nameLooks('trader7')).not.toBe(nameLooks('trader8'));
});
