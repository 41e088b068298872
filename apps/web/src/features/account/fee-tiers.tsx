import type { ResultOf } from '@glasshouse/api';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { nextLevelDerivation } from '@glasshouse/rules/derivations/holdings';
import { amountOf, divFloor } from '@glasshouse/rules/money';
import { Badge, Card, type Column, Figure, Section, SkeletonBlock, Stack, Table } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { DerivedWhy } from '../../parts/reasons/derived.tsx';
import { statementHref } from '../../parts/statement/statement-href.ts';
import styles from './fee-tiers.module.css';

type FeeTiers = ResultOf<'listFeeTiers'>;
type FeeTier = FeeTiers['levels'][number];
type Mine = NonNullable<FeeTiers['mine']>;

const SKELETON_ROWS = 6;

/** The volume traded, its discount on fees, and what the next tier requires. */
export function FeeTiersPart() {
  const t = useT();
  const book = useBook();
  const query = useQuery({
    queryKey: privateKey('feeTiers', book),
    queryFn: ({ signal }) => fetchResult('listFeeTiers', { signal }),
  });
  const answer = loadable(query);
  const feeTiers = answer.state === 'ready' ? answer.value.levels : [];
  const mine = answer.state === 'ready' ? (answer.value.mine ?? undefined) : undefined;
  const columns = useColumns(mine?.level);
  return (
    <Section id="level" title={t('funds:levels.title')} note={t('funds:levels.text')} className={styles.section}>
      {answer.state === 'error' ? (
        <FailureNote failure={answer.failure} retry={answer.retry} />
      ) : (
        <Card flush>
          <div className={styles.mine}>
            {mine === undefined ? <SkeletonBlock height="0.88rem" /> : <Progress feeTiers={feeTiers} mine={mine} />}
          </div>
          <Table
            keepTable
            caption={t('funds:levels.table')}
            columns={columns}
            rows={feeTiers}
            rowKey={({ level }) => String(level)}
            skeletonRows={answer.state === 'loading' ? SKELETON_ROWS : 0}
          />
        </Card>
      )}
    </Section>
  );
}

function Progress({ feeTiers, mine }: { feeTiers: readonly FeeTier[]; mine: Mine }) {
  const t = useT();
  const format = useFormat();
  const next = feeTiers.find(({ level }) => level === mine.level + 1);
  const done = next === undefined ? PERCENT : progressOf({ volume: mine.fees30d, goal: next.fees30d });
  return (
    <Stack gap={2}>
      <Stack row wrap spread gap={3} align="baseline">
        <span className={styles.tier}>{t('funds:levels.mine', { level: mine.level })}</span>
        <span className={styles.note}>
          {t('funds:levels.volume')} <Figure value={mine.fees30d} places={2} asset="USDT" />
        </span>
      </Stack>
      <progress
        className={styles.bar}
        max={PERCENT}
        value={done}
        aria-label={next === undefined ? t('funds:levels.highest') : t('funds:levels.progress', { level: next.level })}
      />
      <span className={styles.note}>
        {next === undefined || mine.toNext === null
          ? t('funds:levels.highest')
          : amountOf(mine.toNext) === 0n
            ? t('funds:levels.reached', { level: next.level })
            : t('funds:levels.toNext', {
                // Round up: never show less than what is missing.
                amount: format.money(mine.toNext, 'USDT', { min: 2, max: 2, rounding: 'ceil' }),
                level: next.level,
              })}
        {next !== undefined && mine.toNext !== null && (
          <DerivedWhy
            derivation={nextLevelDerivation({ goal: next.fees30d, paid: mine.fees30d })}
            label={t('funds:levels.progress', { level: next.level })}
            name={t('funds:levels.progress', { level: next.level })}
            text={t('funds:levels.text')}
            asset="USDT"
            sources={{ ledger: statementHref({}) }}
          />
        )}
      </span>
    </Stack>
  );
}

const PERCENT = 100;

/** Percent of a goal, rounded down, so that a full bar means a reached goal. */
export function progressOf({ volume, goal }: { volume: string; goal: string }): number {
  const needed = amountOf(goal);
  if (needed <= 0n) return PERCENT;
  return Math.min(PERCENT, Number(divFloor(amountOf(volume) * BigInt(PERCENT), needed)));
}

function useColumns(own: number | undefined): Column<FeeTier>[] {
  const t = useT();
  const format = useFormat();
  const share = (value: string) => (
    <bdi dir="ltr" translate="no">
      {format.percent(value)}
    </bdi>
  );
  // Headers can be long, above short figures.
  const name = (column: 'from' | 'discount' | 'referral') => (
    <span className={styles.column}>{t(`funds:levels.${column}`)}</span>
  );
  return [
    {
      id: 'level',
      header: t('funds:levels.title'),
      lead: true,
      cell: ({ level }) => (
        <span className={styles.step}>
          {level} {level === own && <Badge tone="success">{t('funds:levels.yours')}</Badge>}
        </span>
      ),
    },
    {
      id: 'from',
      header: name('from'),
      align: 'end',
      cell: ({ fees30d }) => <Figure value={fees30d} places={0} />,
    },
    { id: 'discount', header: name('discount'), align: 'end', cell: (row) => share(row.feeDiscount) },
    { id: 'referral', header: name('referral'), align: 'end', cell: (row) => share(row.referralShare) },
  ];
}
