import { LIMIT_NAMES, type LimitName } from '@glasshouse/api/kyc-limits';
import { useT, useTranslator } from '@glasshouse/app/language/language';
import type { Translator } from '@glasshouse/i18n';
import styles from './term-label.module.css';

/** Fields of changes that are columns elsewhere. */
const COLUMNS = [
  'amount',
  'asset',
  'book',
  'from',
  'kind',
  'level',
  'reason',
  'reference',
  'subject',
  'to',
  'version',
] as const;

/** Fields of the log that only actions of operators have. */
const FIELDS = [
  'arrived',
  'available',
  'bank',
  'batch',
  'credited',
  'currency',
  'currencyAmount',
  'difference',
  'digest',
  'frozen',
  'network',
  'owed',
  'payer',
  'rateAt',
  'received',
  'refused',
  'roles',
  'session',
  'spread',
  'withdrawals',
] as const;

/** What a deposit without a watcher is taken for its owner's by. */
const OWNERSHIP: readonly unknown[] = ['memo', 'message', 'proof'];

const isLimit = (name: string): name is LimitName => (LIMIT_NAMES as readonly string[]).includes(name);

/** `deposit_day` as customers see it in the ladder of identity levels. */
export function limitLabel({ find }: Pick<Translator, 'find'>, name: LimitName): string {
  const [kind, window] = name.split('_');
  const what = find(`kyc:limits.kind.${kind}`);
  const when = find(`kyc:limits.window.${window}`);
  return what === undefined || when === undefined ? name : `${what} · ${when}`;
}

/** What a term is called; a term of a newer server is called as in the log. */
export function useTermLabel(): (name: string, value?: unknown) => string {
  const t = useT();
  const { find } = useTranslator();
  return (name, value) => {
    if (isLimit(name)) return limitLabel({ find }, name);
    if (name === 'state' || name === 'status') return t('common:word.state');
    const column = COLUMNS.find((candidate) => candidate === name);
    if (column !== undefined) return t(`records:col.${column}`);
    const field = FIELDS.find((candidate) => candidate === name);
    if (field !== undefined) return t(`records:actionField.${field}`);
    if (name === 'symbol') return t('records:col.asset');
    if (name === 'effectiveFrom') return t('records:col.effective');
    if (name === 'type') return t('console:field.command');
    if (name === 'reported') return t('console:deposits.reported');
    // Terms have a basis of a value, deposits one of their owner.
    if (name === 'basis' && OWNERSHIP.includes(value)) return t('console:deposits.basis');
    if (name === 'valueDate') return t('console:deposits.valueDate');
    if (name === 'output') return t('console:deposits.output');
    if (name === 'otherReports') return t('console:deposits.sameHash');
    if (name === 'compared') return t('records:deposits.compareTitle');
    if (name === 'holder') return t('console:risk.holder');
    if (name === 'iban' || name === 'bic') return name.toUpperCase();
    if (name === 'credential' || name === 'fingerprint') return t('records:actionField.digest');
    if (name === 'secondPayments') return t('records:payments.second');
    if (name === 'txHash' || name === 'hash') return t('console:deposits.hash');
    if (name === 'name') return t('console:field.name');
    return find(`records:term.${name}`) ?? name;
  };
}

/** What a term does, where its name does not say it. */
export function useTermHelp(): (name: string) => string | undefined {
  const { find } = useTranslator();
  return (name) => find(`records:termHelp.${name}`);
}

/** A name that people read, with the one that the log has as a detail. */
export const NamedKey = ({ label, name }: { label: string; name: string }) => (
  <span className={styles.named}>
    {label}
    {label !== name && <code className={styles.key}>{name}</code>}
  </span>
);

export function TermLabel({ name }: { name: string }) {
  const labelOf = useTermLabel();
  return <NamedKey label={labelOf(name)} name={name} />;
}
