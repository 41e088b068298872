import { needMessages } from '@glasshouse/app/language/language';
import { Late, late } from '@glasshouse/app/lazy/late.tsx';
import styles from './desktop-header.module.css';

const LateSupport = late(async () => {
  const [link] = await Promise.all([import('../../features/support/support-link.tsx'), needMessages(['support'])]);
  return link.SupportLink;
});
const LateMore = late(async () => {
  const [menu] = await Promise.all([import('./more-menu.tsx'), needMessages(['support', 'help'])]);
  return menu.MoreMenu;
});
const LateAppearance = late(async () => (await import('./appearance-menu.tsx')).AppearanceMenu);
const LateAccount = late(async () => (await import('./account-menu.tsx')).AccountMenu);

/** Each in a place reserved for it. */
const tool = (Tool: typeof LateSupport) => () => (
  <span className={styles.bell}>
    <Late>
      <Tool />
    </Late>
  </span>
);

export const SupportTool = tool(LateSupport);
export const MoreTool = tool(LateMore);
export const AppearanceTool = tool(LateAppearance);
export const AccountTool = tool(LateAccount);
