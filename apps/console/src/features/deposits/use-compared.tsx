import { code } from '@glasshouse/api/codes';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { Banner, Checkbox } from '@glasshouse/ui';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import styles from '../../parts/people/person.module.css';

const FIELD = /^compared\.(\d+)$/;

export interface Compared {
  /** Shown once the core named similar entries. */
  readonly fields: ReactNode;
  readonly problem: string | undefined;
  readonly body: { readonly compared?: number[] };
  /** Reads the answer: a refusal names what to compare with. */
  readonly read: <Result>(answer: Answer<Result>) => Answer<Result>;
}

/** Entries of the bank that may be the same payment: whoever goes on says that they are not. */
export function useCompared(): Compared {
  const t = useT();
  const [similar, setSimilar] = useState<readonly number[]>([]);
  const [isDone, setDone] = useState(false);
  return {
    problem: 0 < similar.length && !isDone ? t('records:deposits.compareFirst') : undefined,
    body: isDone && 0 < similar.length ? { compared: [...similar] } : {},
    read: (answer) => {
      if (answer.ok || answer.failure.kind !== 'refused' || answer.failure.code !== code.similarEvidence) return answer;
      const named = Object.keys(answer.failure.fields).flatMap((field) => FIELD.exec(field)?.[1] ?? []);
      setSimilar((known) => [...new Set([...known, ...named.map(Number)])]);
      setDone(false);
      return answer;
    },
    fields: 0 < similar.length && (
      <>
        <Banner kind="warning">
          <strong>{t('records:deposits.compareTitle')}</strong>
          {t('records:deposits.compareText')}
          <ul>
            {similar.map((id) => (
              <li key={id}>
                <Link href={`/deposits?view=all&q=${id}&item=${id}`} className={styles.link}>
                  {t('records:deposits.compareOne', { id })}
                </Link>
              </li>
            ))}
          </ul>
        </Banner>
        <Checkbox label={t('records:deposits.compareDone')} checked={isDone} onChange={setDone} />
      </>
    ),
  };
}
