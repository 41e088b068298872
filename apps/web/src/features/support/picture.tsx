import { useT } from '@glasshouse/app/language/language';
import { Skeleton } from '@glasshouse/ui';
import { useEffect, useState } from 'react';
import styles from './chat.module.css';
import { pictureOf } from './support-call.ts';

/** An image of the conversation, read with its secret: no address shows it to anybody else. */
export function Picture({ id }: { id: string }) {
  const t = useT();
  const [address, setAddress] = useState<string | null>();
  useEffect(() => {
    let isLeft = false;
    let made: string | undefined;
    void pictureOf(id).then((picture) => {
      if (isLeft) return;
      made = picture === undefined ? undefined : URL.createObjectURL(picture);
      setAddress(made ?? null);
    });
    return () => {
      isLeft = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [id]);
  if (address === undefined) return <Skeleton width="1.8rem" height="1.2rem" />;
  if (address === null) return <p className={styles.gone}>{t('support:pictureGone')}</p>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={styles.picture}>
      <img src={address} alt={t('support:picture')} />
    </a>
  );
}
