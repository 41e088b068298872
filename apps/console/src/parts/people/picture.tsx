import { useT } from '@glasshouse/app/language/language';
import { IconButton } from '@glasshouse/ui';
import { RotateCw, ZoomIn, ZoomOut } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import styles from './picture.module.css';

const ZOOM_MAX = 4;

interface PictureProps {
  /** Every reading of it is logged. */
  readonly address: string;
  /** What it shows, for who cannot see it. */
  readonly label: string;
  readonly onFailed?: () => void;
}

/** One image that can be enlarged, turned and moved by scrolling. */
export function Picture({ address, label, onFailed }: PictureProps) {
  const t = useT();
  const [zoom, setZoom] = useState(1);
  const [turns, setTurns] = useState(0);
  const [failed, setFailed] = useState<string>();
  return (
    <div className={styles.picture}>
      <div className={styles.tools}>
        <IconButton
          size="s"
          icon={ZoomOut}
          label={t('console:image.smaller')}
          disabled={zoom === 1}
          onClick={() => setZoom(zoom - 1)}
        />
        <IconButton
          size="s"
          icon={ZoomIn}
          label={t('console:image.larger')}
          disabled={zoom === ZOOM_MAX}
          onClick={() => setZoom(zoom + 1)}
        />
        <IconButton
          size="s"
          icon={RotateCw}
          label={t('console:image.turn')}
          onClick={() => setTurns((turns + 1) % 4)}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an enlarged image is scrolled by keyboard. */}
      <div className={styles.frame} tabIndex={0}>
        {failed === address ? (
          <p className={styles.lost}>{t('console:image.failed')}</p>
        ) : (
          <img
            src={address}
            alt={label}
            className={styles.image}
            style={{ inlineSize: `${zoom * 100}%`, rotate: `${turns * 90}deg` }}
            draggable={false}
            onError={() => {
              setFailed(address);
              onFailed?.();
            }}
            onDoubleClick={() => setZoom(zoom === 1 ? 2 : 1)}
          />
        )}
      </div>
    </div>
  );
}
