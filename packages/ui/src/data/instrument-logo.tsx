import { type CSSProperties, useState } from 'react';
import { cx } from '../lib/cx.ts';
import { hueOf, initials } from '../lib/identity.ts';
import styles from './instrument-logo.module.css';

interface InstrumentLogoProps {
  /** Source of the initials and the tint. */
  code: string;
  /** Image URL; without one, or when it fails to load, tinted initials are shown. */
  src?: string | undefined;
  size?: 's' | 'm' | 'l' | undefined;
  className?: string | undefined;
}

/** Logo beside a name. Decorative: the name is always written next to it. */
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
        // The style sheet has the size; these keep the place square until it is there.
        <img
          src={picture}
          alt=""
          width={32}
          height={32}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(src)}
        />
      )}
    </span>
  );
}

interface AvatarProps {
  name: string;
  size?: 's' | 'm' | 'l' | undefined;
  className?: string | undefined;
}

/** A person's initials. Decorative, as above. */
export const Avatar = ({ name, size = 'm', className }: AvatarProps) => (
  <span
    aria-hidden="true"
    data-initials={initials(name)}
    className={cx(styles.logo, styles[size], styles.person, className)}
  />
);
