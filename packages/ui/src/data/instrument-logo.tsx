import { type CSSProperties, useState } from 'react';
import { cx } from '../lib/cx.ts';
import { hueOf, initials } from '../lib/identity.ts';
import styles from './instrument-logo.module.css';

interface InstrumentLogoProps {
  /** What the initials and the tint are made of. */
  code: string;
  /** Address of the picture; without one, or when it does not load, initials are drawn in the code's own tint. */
  src?: string | undefined;
  size?: 's' | 'm' | 'l' | undefined;
  className?: string | undefined;
}

/** The mark beside a name. Decoration: the name is always written next to it. */
export function InstrumentLogo({ code, src, size = 'm', className }: InstrumentLogoProps) {
  const [failed, setFailed] = useState<string>();
  const picture = src !== undefined && failed !== src ? src : undefined;
  return (
    <span
      aria-hidden="true"
      className={cx(styles.logo, styles[size], picture === undefined && styles.drawn, className)}
      style={{ '--hue': hueOf(code) } as CSSProperties}
    >
      {picture === undefined ? (
        initials(code)
      ) : (
        <img src={picture} alt="" loading="lazy" decoding="async" draggable={false} onError={() => setFailed(src)} />
      )}
    </span>
  );
}

interface AvatarProps {
  name: string;
  size?: 's' | 'm' | 'l' | undefined;
  className?: string | undefined;
}

/** A person, by initials. Decoration, as above. */
export const Avatar = ({ name, size = 'm', className }: AvatarProps) => (
  <span
    aria-hidden="true"
    className={cx(styles.logo, styles[size], styles.drawn, className)}
    style={{ '--hue': hueOf(name) } as CSSProperties}
  >
    {initials(name)}
  </span>
);
