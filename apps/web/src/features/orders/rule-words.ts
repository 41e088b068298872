import type { Translator } from '@glasshouse/i18n';
import type { Order } from './verify-order.ts';

const RULES = {
  'options.win.up': 'trade:receipt.ruleWinUp',
  'options.win.down': 'trade:receipt.ruleWinDown',
  'options.lose.up': 'trade:receipt.ruleLoseUp',
  'options.lose.down': 'trade:receipt.ruleLoseDown',
  'options.draw': 'trade:receipt.ruleDraw',
  'options.void.gap': 'trade:receipt.ruleGap',
  'options.void.tooFewTicks': 'trade:receipt.ruleTooFewTicks',
  'options.void.reset': 'trade:receipt.ruleReset',
  'options.void.action': 'trade:receipt.ruleAction',
} as const;

/** The sentence that explains the result; undefined while there is none. */
export function ruleWords({ t }: Pick<Translator, 't'>, { receipt }: Order): string | undefined {
  const rule = receipt?.rule;
  if (receipt === null || rule === undefined || !(rule in RULES)) return undefined;
  return t(RULES[rule as keyof typeof RULES], { limit: `${receipt.gapLimitMs / 1000} s` });
}
