import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import type { Translator } from '@glasshouse/i18n';
import type { Formatter } from '@glasshouse/i18n/format';
import { BALANCE_PLACES, type UnitOf } from './money-fields.ts';
import { subjectName } from './subject-words.ts';
import { useTermLabel } from './term-label.tsx';

/** Numbers that name something: read digit by digit, so never grouped. */
const NAMES_SOMETHING =
  /(?:^|\.)(?:\w*[iI]d|batch|code|compared|documentNumber|phone|reference|session|seq|version|withdrawals|\w*Hash)$/;
const RATE = /(?:Rate|Discount|Share|Gap)$|^spread$/i;

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const FINGERPRINT = /^(?:0x)?[0-9a-f]{32,}$/;

export interface ValueWords {
  /** Of a single value, a list, or named values in one line. */
  readonly textOf: (value: unknown, name?: string, unitOf?: UnitOf) => string;
  readonly labelOf: (name: string, value?: unknown) => string;
}

/** Values of the log in words: figures grouped, rates in per cent, states by their names. */
export function useValueWords(): ValueWords {
  const { find } = useTranslator();
  const format = useFormat();
  const labelOf = useTermLabel();
  const wordsOf = (name: string, text: string): string | undefined => {
    if (name === 'state' || name === 'status') return find(`console:state.${text}`);
    if (name === 'convertsAt') return find(`records:convertsAt.${text}`);
    if (name === 'type') return find(`records:actionName.${text}`);
    if (name === 'subject') return subjectName({ find }, text);
    if (name === 'basis') return find(`records:basis.${text}`) ?? find(`console:deposits.basisOf.${text}`);
    if (name === 'roles') return rolesIn({ find }, text);
    // An address of the payer has no words.
    if (name === 'payer') return find(`console:deposits.payerOf.${text}`);
    if (name === 'level') return find(`console:kyc.level.${text}`);
    return name === 'book' ? find(`common:book.${text}`) : undefined;
  };
  const textOf = (value: unknown, name = '', unitOf: UnitOf = () => undefined): string => {
    if (value === null || value === undefined || value === '') return '–';
    if (Array.isArray(value)) return value.length === 0 ? '–' : value.map((item) => textOf(item, name)).join('\n');
    if (typeof value === 'object') {
      const parts = Object.entries(value).map(([key, item]) => `${labelOf(key, item)}: ${textOf(item, key, unitOf)}`);
      return parts.length === 0 ? '–' : parts.join(' · ');
    }
    const text = String(value);
    const unit = unitOf(name);
    if (unit !== undefined && DECIMAL.test(text)) return format.money(text, unit, BALANCE_PLACES);
    return wordsOf(name, text) ?? figureOf(format, text, name);
  };
  return { textOf, labelOf };
}

/** `owner, finance`, as a changed list is written, in words; an unknown role stays as it is. */
export const rolesIn = ({ find }: Pick<Translator, 'find'>, text: string): string =>
  text
    .split(', ')
    .map((role) => find(`console:role.${role}`) ?? role)
    .join(', ');

export function figureOf(format: Formatter, text: string, name: string): string {
  if (name === 'valueDate' && DAY.test(text)) return format.date(`${text}T12:00:00Z`);
  if (name === 'rateAt' && DECIMAL.test(text)) return format.dateTime(Number(text));
  if (FINGERPRINT.test(text)) return `${text.slice(0, 8)}…${text.slice(-4)}`;
  if (!DECIMAL.test(text) || NAMES_SOMETHING.test(name)) return text;
  return RATE.test(name) ? format.percent(text, { max: 6 }) : format.number(text);
}
