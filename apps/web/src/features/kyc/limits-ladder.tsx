import type { ResultOf } from '@glasshouse/api';
import { LIMIT_WINDOWS } from '@glasshouse/api/kyc-limits';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Badge, Banner, Card } from '@glasshouse/ui';
import { useKycLimits } from '../../parts/kyc/use-kyc-limits.ts';
import styles from './limits-ladder.module.css';

type Limits = ResultOf<'getIdentityLimits'>;
type Step = Limits['levels'][number];
type KindLimits = Step['limits'][number];

const isLimited = ({ levels }: Limits): boolean =>
  levels.some(({ limits }) => limits.some((line) => LIMIT_WINDOWS.some((window) => line[window] !== null)));

/** What each level allows, what is used of the own one, and what is held above it. */
export function LimitsLadder() {
  const t = useT();
  const { data } = useKycLimits();
  if (data === undefined || !isLimited(data)) return null;
  return (
    <Card>
      <section className={styles.ladder} aria-label={t('kyc:limits.title')}>
        <div>
          <h2 className={styles.title}>{t('kyc:limits.title')}</h2>
          <p className={styles.muted}>{t('kyc:limits.text')}</p>
        </div>
        <HeldAmount limits={data} />
        {data.levels.map((step) => (
          <LevelLimits key={step.level} step={step} limits={data} />
        ))}
      </section>
    </Card>
  );
}

function HeldAmount({ limits }: { limits: Limits }) {
  const t = useT();
  const format = useFormat();
  const held = limits.held.filter(({ state }) => state === 'held' || state === 'returning');
  if (held.length === 0) return null;
  return (
    <Banner kind="warning">
      {held.map(({ deposit, symbol, amount, state }) => (
        <p key={deposit}>
          {t(state === 'held' ? 'kyc:limits.held' : 'kyc:limits.heldReturning', {
            number: deposit,
            amount: format.money(amount, symbol),
          })}
        </p>
      ))}
    </Banner>
  );
}

/** One level: what it takes, and its limits; used amounts below those of the own level. */
function LevelLimits({ step, limits }: { step: Step; limits: Limits }) {
  const t = useT();
  const { level } = step;
  const name = level === 'none' ? t('kyc:limits.level.none') : t(`kyc:level.${level}`);
  const isOwn = level === limits.level;
  const takes = level === 'basic' && limits.basicDocument ? 'basicDocument' : level;
  return (
    <div className={styles.level}>
      <div className={styles.head}>
        <h3 className={styles.name}>{name}</h3>
        {isOwn && <Badge tone="accent">{t('kyc:limits.yours')}</Badge>}
      </div>
      {takes !== 'none' && <p className={styles.muted}>{t(`kyc:limits.takes.${takes}`)}</p>}
      <table className={styles.table} aria-label={name}>
        <thead>
          <tr>
            <td />
            {LIMIT_WINDOWS.map((window) => (
              <th key={window} scope="col">
                {t(`kyc:limits.window.${window}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {step.limits.map((line) => (
            <LimitRow key={line.kind} line={line} used={isOwn ? limits.usage : []} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LimitRow({ line, used }: { line: KindLimits; used: Limits['usage'] }) {
  const t = useT();
  const format = useFormat();
  const usage = used.find(({ kind }) => kind === line.kind);
  return (
    <tr>
      <th scope="row">{t(`kyc:limits.kind.${line.kind}`)}</th>
      {LIMIT_WINDOWS.map((window) => (
        <td key={window}>
          {line[window] === null ? t('kyc:limits.unlimited') : format.number(line[window], { min: 0, max: 2 })}
          {usage !== undefined && /[1-9]/.test(usage[window]) && (
            <span className={styles.used}>
              {t('kyc:limits.used', { used: format.number(usage[window], { min: 0, max: 2 }) })}
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}
