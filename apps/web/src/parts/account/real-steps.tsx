import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useBook, useSession } from '@glasshouse/app/session/session';
import { cx, Icon } from '@glasshouse/ui';
import { Check } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import styles from './real-steps.module.css';
import { useUserInfo } from './use-user-info.ts';

/**
 * The way into the real account, each step with its state: identity, a deposit, the first order.
 * Any of them may wait; nothing here counts down.
 */
export function RealSteps({ onLeave }: { onLeave?: () => void }) {
  const t = useT();
  const guest = useSession()?.user.guest === true;
  const kyc = useUserInfo().data?.kyc.basic.state;
  const book = useBook();
  // Balances are those of the book in use, and only on the real one do they say anything here.
  const { data } = useQuery({
    queryKey: ['private', 'real', 'balances'],
    queryFn: ({ signal }) => fetchResult('listBalances', { signal }),
    enabled: book === 'real',
  });
  const hasMoney = data?.items.some(({ total }) => /[1-9]/.test(total)) === true;
  const steps = [
    ...(guest
      ? [
          {
            id: 'save',
            done: false,
            name: t('wallet:steps.save'),
            note: t('wallet:steps.saveText'),
            href: '/profile/info#save',
          },
        ]
      : []),
    {
      id: 'verify',
      done: kyc === 'verified',
      name: t('wallet:steps.verify'),
      note: t(kyc === undefined ? 'wallet:steps.verifyText' : `wallet:steps.kyc.${kyc}`),
      href: '/profile/identity',
    },
    {
      id: 'deposit',
      done: hasMoney,
      name: t('wallet:steps.deposit'),
      note: t('wallet:steps.depositText'),
      href: '/profile/balance',
    },
    { id: 'trade', done: false, name: t('wallet:steps.trade'), note: t('wallet:steps.tradeText'), href: '/market' },
  ];
  return (
    <ol className={styles.steps} aria-label={t('wallet:steps.title')}>
      {steps.map((step, index) => (
        <li key={step.id} className={cx(styles.step, step.done && styles.done)}>
          <span className={styles.mark} aria-hidden="true">
            {step.done ? <Icon of={Check} size="s" /> : index + 1}
          </span>
          <span>
            <span className={styles.name}>
              {step.done && <span className="visually-hidden">{t('wallet:timeline.done')}: </span>}
              {step.name}
            </span>
            <span className={styles.note}>{step.note}</span>
          </span>
          {!step.done && (
            <LinkButton
              href={step.href}
              size="s"
              aria-label={`${t('wallet:steps.open')}: ${step.name}`}
              {...(onLeave && { onClick: onLeave })}
            >
              {t('wallet:steps.open')}
            </LinkButton>
          )}
        </li>
      ))}
    </ol>
  );
}
