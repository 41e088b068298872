import { useT } from '@glasshouse/app/language/language';
import { Button, cx, Icon } from '@glasshouse/ui';
import { Star } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import styles from './chat.module.css';

const SCORES = [1, 2, 3, 4, 5] as const;
const COMMENT_MAX = 1_000;

/** After the end, once: a number, and words for whoever wants them. */
export function Rating({ onRate }: { onRate: (score: number, comment: string) => Promise<boolean> }) {
  const t = useT();
  const [score, setScore] = useState<number>();
  const [comment, setComment] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (score === undefined) return;
    setBusy(true);
    await onRate(score, comment.trim());
    setBusy(false);
  };
  return (
    <fieldset className={styles.rating}>
      <legend>{t('support:rate.title')}</legend>
      <div className={styles.stars}>
        {SCORES.map((value) => (
          <label key={value} className={cx(styles.star, score !== undefined && value <= score && styles.chosen)}>
            <input
              type="radio"
              name="score"
              className="visually-hidden"
              checked={score === value}
              onChange={() => setScore(value)}
            />
            <span className="visually-hidden">{t('support:rate.score', { score: value })}</span>
            <Icon of={Star} size="l" />
          </label>
        ))}
      </div>
      {score !== undefined && (
        <>
          <textarea
            dir={comment === '' ? undefined : 'auto'}
            rows={2}
            maxLength={COMMENT_MAX}
            className={styles.field}
            aria-label={t('support:rate.comment')}
            placeholder={t('support:rate.comment')}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
          <Button variant="primary" size="s" loading={busy} onClick={() => void send()}>
            {t('support:rate.send')}
          </Button>
        </>
      )}
    </fieldset>
  );
}
