import type { AnchorHTMLAttributes } from 'react';
import { Link as WouterLink } from 'wouter';
import { preloadPage } from './preload.ts';

/** A link inside the app. The code of the page behind it is fetched as soon as a pointer or the focus nears it. */
export function Link({ href, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const preload = () => preloadPage(href);
  return <WouterLink href={href} {...rest} onPointerEnter={preload} onFocus={preload} />;
}
