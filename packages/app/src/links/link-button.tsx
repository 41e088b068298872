import { ButtonLink, type ButtonLinkProps } from '@glasshouse/ui';
import { Link as WouterLink } from 'wouter';
import { preloadPage } from './preload.ts';

/** An internal link that looks like a button. */
export function LinkButton({ href, ...rest }: ButtonLinkProps & { href: string }) {
  const preload = () => preloadPage(href);
  return (
    <WouterLink href={href} asChild>
      <ButtonLink {...rest} onPointerEnter={preload} onFocus={preload} />
    </WouterLink>
  );
}
