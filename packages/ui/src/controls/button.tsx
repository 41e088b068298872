import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Icon, type IconType } from '../icon/icon.tsx';
import { cx } from '../lib/cx.ts';
import styles from './button.module.css';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'up' | 'down' | 'danger' | 'dangerQuiet';
type ButtonSize = 's' | 'm' | 'l';

interface ButtonAppearance {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Takes the full width of its container. */
  full?: boolean | undefined;
  icon?: IconType | undefined;
  iconEnd?: IconType | undefined;
  /** Mirrors the icons in right-to-left pages; for arrows in reading direction. */
  mirrorIcon?: boolean | undefined;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonAppearance {
  /** Work in progress: keeps its width and accessible name, ignores presses. */
  loading?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

export interface ButtonLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement>, ButtonAppearance {
  ref?: Ref<HTMLAnchorElement> | undefined;
}

const buttonClass = (
  { variant = 'secondary', size = 'm', full = false }: ButtonAppearance,
  extra: string | undefined,
) => cx(styles.button, styles[variant], styles[size], full && styles.full, extra);

/** A button. While `loading` it sets `aria-busy` and keeps the focus. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    full,
    icon,
    iconEnd,
    mirrorIcon,
    loading = false,
    className,
    onClick,
    children,
    ...rest
  } = props;
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size, full }, className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
    >
      <Content icon={icon} iconEnd={iconEnd} mirrorIcon={mirrorIcon} loading={loading}>
        {children}
      </Content>
    </button>
  );
}

/** A link styled as a button. Routers can wrap it: all anchor props pass through. */
export function ButtonLink(props: ButtonLinkProps) {
  const { variant, size, full, icon, iconEnd, mirrorIcon, className, children, ...rest } = props;
  return (
    <a {...rest} className={buttonClass({ variant, size, full }, className)}>
      <Content icon={icon} iconEnd={iconEnd} mirrorIcon={mirrorIcon} loading={false}>
        {children}
      </Content>
    </a>
  );
}

function Content({
  icon,
  iconEnd,
  mirrorIcon,
  loading,
  children,
}: ButtonAppearance & { loading: boolean; children: ReactNode }) {
  return (
    <>
      <span className={cx(styles.content, loading && styles.waiting)}>
        {icon && <Icon of={icon} mirror={mirrorIcon ?? false} />}
        {children !== undefined && <span className={styles.text}>{children}</span>}
        {iconEnd && <Icon of={iconEnd} mirror={mirrorIcon ?? false} />}
      </span>
      {loading && <Spinner className={styles.spinner} />}
    </>
  );
}
