import { needMessages, useT } from '@glasshouse/app/language/language';
import { LazyPlace, lazyPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { Button } from '@glasshouse/ui';
import styles from './desktop-header.module.css';

const LateSupport = lazyPart(async () => {
  const [link] = await Promise.all([import('../../features/support/support-link.tsx'), needMessages(['support'])]);
  return link.SupportLink;
});
const LateMore = lazyPart(async () => {
  const [menu] = await Promise.all([import('./more-menu.tsx'), needMessages(['support', 'help'])]);
  return menu.MoreMenu;
});
const LateAppearance = lazyPart(async () => (await import('./appearance-menu.tsx')).AppearanceMenu);
const LateAccount = lazyPart(async () => {
  const namespaces = ['account', 'kyc', 'support', 'funds'] as const;
  const [menu] = await Promise.all([import('./account-menu.tsx'), needMessages(namespaces)]);
  return menu.AccountMenu;
});
const LateTryDemo = lazyPart(async () => (await import('./try-demo.tsx')).TryDemo);

/** Each in a place reserved for it. */
const tool = (Tool: typeof LateSupport) => () => (
  <span className={styles.bell}>
    <LazyPlace>
      <Tool />
    </LazyPlace>
  </span>
);

export const SupportTool = tool(LateSupport);
export const MoreTool = tool(LateMore);
export const AppearanceTool = tool(LateAppearance);
export const AccountTool = tool(LateAccount);

/** Its place is as wide as its words. */
export function TryDemoTool() {
  const t = useT();
  const place = (
    <span className={styles.place}>
      <Button variant="primary" size="s">
        {t('shell:tool.tryDemo')}
      </Button>
    </span>
  );
  return (
    <LazyPlace waiting={place}>
      <LateTryDemo />
    </LazyPlace>
  );
}
