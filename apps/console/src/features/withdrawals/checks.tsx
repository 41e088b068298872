import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Icon } from '@glasshouse/ui';
import { Check } from '@glasshouse/ui/icon/icons';
import { Panel } from '../../parts/records/evidence.tsx';
import styles from './risk-sheet.module.css';
import type { WithdrawalCase } from './withdrawal-case.ts';

type Flag = WithdrawalCase['risk']['flags'][number];

type CheckId = 'money' | 'address' | 'identity' | 'age' | 'access';

interface CheckRow {
  readonly id: CheckId;
  readonly name: string;
  /** What it was checked against. */
  readonly remark: string;
}

/** The check that each flag makes one to look at; a new flag without one is a type error. */
const CHECK_OF: Readonly<Record<Flag, CheckId>> = {
  noDeposits: 'money',
  mostlyProfit: 'money',
  mostlyGrants: 'money',
  simulatedMoney: 'money',
  owed: 'money',
  firstUse: 'address',
  addressShared: 'address',
  lockOff: 'address',
  notVerified: 'identity',
  newAccount: 'age',
  manyDevices: 'access',
  credentialsChanged: 'access',
};
const FLAGS = Object.keys(CHECK_OF) as Flag[];

/** What is checked before money leaves: what is unusual first, each with the figures behind it. */
export function Checks({ found }: { readonly found: WithdrawalCase }) {
  const t = useT();
  const format = useFormat();
  const rows = useRows(found).map((row) => ({
    ...row,
    raised: FLAGS.filter((flag) => CHECK_OF[flag] === row.id && found.risk.flags.includes(flag)),
  }));
  const passed = rows.filter(({ raised }) => raised.length === 0);
  const ordered = [...rows.filter(({ raised }) => 0 < raised.length), ...passed];
  return (
    <Panel
      title={t('console:risk.title')}
      aside={
        <span className={styles.count}>
          {passed.length === rows.length
            ? t('console:risk.none')
            : t('console:risk.passed', { passed: format.number(passed.length), count: format.number(rows.length) })}
        </span>
      }
    >
      <ul>
        {ordered.map(({ id, name, remark, raised }) => (
          <li key={id} className={styles.check} data-raised={0 < raised.length || undefined}>
            {raised.length === 0 ? (
              <Icon of={Check} size="s" className={styles.mark} />
            ) : (
              <span className={styles.mark} aria-hidden="true">
                !
              </span>
            )}
            <span className={styles.checkName}>{name}</span>
            {raised.map((flag) => (
              <span key={flag} className={styles.flag}>
                {t(`console:risk.flag.${flag}`)}
              </span>
            ))}
            <span className={styles.remark}>{remark}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function useRows({ risk }: WithdrawalCase): readonly CheckRow[] {
  const t = useT();
  const format = useFormat();
  const named = (name: string, value: string): string => `${name}: ${value}`;
  const usdt = (value: string): string => format.money(value, 'USDT');
  const { address, access, money } = risk;
  return [
    {
      id: 'money',
      name: t('console:risk.money'),
      remark: [
        named(t('console:risk.deposited'), usdt(money.deposited)),
        named(t('console:risk.withdrawn'), usdt(money.withdrawn)),
      ].join(' · '),
    },
    {
      id: 'address',
      name: t('console:risk.destination'),
      remark:
        address === null
          ? t('console:method.bank')
          : [
              named(t('console:risk.usedBefore'), format.number(address.usedBefore)),
              named(
                t('console:risk.inBook'),
                address.inBookSince === null ? t('console:no') : format.date(address.inBookSince),
              ),
            ].join(' · '),
    },
    {
      id: 'identity',
      name: t('console:risk.identity'),
      remark: t(`console:risk.verified.${risk.identity}`),
    },
    {
      id: 'age',
      name: t('console:risk.accountAge'),
      remark: t('console:risk.days', { count: risk.accountAgeDays }),
    },
    {
      id: 'access',
      name: t('console:risk.devices'),
      remark: [
        named(t('console:risk.sessions'), format.number(access.sessions)),
        named(t('console:risk.devices'), format.number(access.devices)),
        named(t('console:risk.addresses'), format.number(access.addresses)),
      ].join(' · '),
    },
  ];
}
