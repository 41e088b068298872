import type { AnchorHTMLAttributes } from 'react';
import { Link as WouterLink } from 'wouter';
import { preloadPage } from './preload.ts';

/** An internal link. It preloads its page when a pointer or the focus comes near. */
export function Link({ href, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const preload = () => preloadPage(href);
  return <WouterLink href={href} {...rest} onPointerEnter={preload} onFocus={preload} />;
}
