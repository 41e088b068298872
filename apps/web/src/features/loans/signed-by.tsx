import type { ResultOf } from '@glasshouse/api';
import { useT } from '@glasshouse/app/language/language';
import { signatureHash } from '@glasshouse/rules/loan-agreement';
import { Banner, Card, Stack } from '@glasshouse/ui';
import styles from './loans.module.css';
import type { Strokes } from './signature.ts';

/** The signature as it was given, and its hash, computed again here. */
export function SignedBy({ agreement }: { agreement: ResultOf<'getLoanAgreement'> }) {
  const t = useT();
  const { signature, signatureHash: hash } = agreement;
  const isSame = signature === null || signatureHash(signature) === hash;
  return (
    <Card className={styles.signed}>
      <Stack gap={3}>
        {0 < (signature?.strokes?.length ?? 0) && (
          <Drawn strokes={signature?.strokes ?? []} label={t('kyc:signature.yours')} />
        )}
        {signature?.typed !== undefined && <p>{t('loans:typed', { name: signature.typed })}</p>}
        <dl className={styles.hashes}>
          <dt>{t('loans:field.signatureHash')}</dt>
          <dd className={styles.hash} dir="ltr">
            {hash ?? '–'}
          </dd>
        </dl>
        {signature !== null && (
          <Banner kind={isSame ? 'success' : 'danger'}>{t(isSame ? 'loans:hashFits' : 'loans:hashWrong')}</Banner>
        )}
      </Stack>
    </Card>
  );
}

const MARGIN = 20;

function Drawn({ strokes, label }: { strokes: Strokes; label: string }) {
  const points = strokes.flat();
  const left = Math.min(...points.map(({ x }) => x));
  const right = Math.max(...points.map(({ x }) => x));
  const top = Math.min(...points.map(({ y }) => y));
  const bottom = Math.max(...points.map(({ y }) => y));
  const box = [left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN];
  return (
    <svg viewBox={box.join(' ')} className={styles.drawn} role="img" aria-label={label}>
      {strokes.map((stroke) => {
        const path = stroke.map(({ x, y }) => `${x},${y}`).join(' ');
        return <polyline key={path} points={path} />;
      })}
    </svg>
  );
}
