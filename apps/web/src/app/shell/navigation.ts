import type { MessageKey } from '@glasshouse/i18n';
import type { IconType } from '@glasshouse/ui';
import {
  CandlestickChart,
  ChartLine,
  CircleUser,
  FileQuestion,
  House,
  ShieldCheck,
  Timer,
  Wallet,
} from '@glasshouse/ui/icon/icons';
import { lastMarket } from '../../parts/market/last-market.ts';
import { marketHref } from '../../parts/market/market-href.ts';

/** A part of the site: its entry in the navigation stands for several pages. */
export interface Place {
  readonly href: string;
  readonly label: MessageKey;
  readonly icon: IconType;
  /** Where the pages of it begin, besides `href` itself. */
  readonly covers: readonly string[];
}

/** Its entry shows the seal of the newest signed minute. */
export const isProof = ({ href }: Place): boolean => href === PROOF.href;

const HOME: Place = { href: '/', label: 'shell:nav.home', icon: House, covers: [] };
const MARKETS: Place = {
  href: '/market',
  label: 'shell:nav.market',
  icon: ChartLine,
  covers: ['/profile/alerts'],
};
const ACCOUNT: Place = {
  href: '/portfolio',
  label: 'shell:nav.account',
  icon: Wallet,
  covers: ['/zjxq', '/order', '/profile/balance', '/profile/balance2', '/profile/balancebb', '/profile/exchange'],
};
const EARN: Place = { href: '/trading', label: 'shell:nav.earn', icon: Timer, covers: ['/loan', '/nfts'] };
const PROOF: Place = {
  href: '/house',
  label: 'shell:nav.proof',
  icon: ShieldCheck,
  covers: ['/transparency', '/receipt', '/introduction'],
};
const HELP: Place = { href: '/help', label: 'shell:nav.help', icon: FileQuestion, covers: ['/detail'] };
const PROFILE: Place = { href: '/profile', label: 'shell:nav.more', icon: CircleUser, covers: [] };

/** The workspace, with the market that was open last. */
function tradePlace(): Place {
  const last = lastMarket();
  return {
    href: last === undefined ? '/cruuency' : marketHref(last),
    label: 'shell:nav.trade',
    icon: CandlestickChart,
    covers: ['/cruuency'],
  };
}

/** In a header, in their order. */
export const headerPlaces = (isMember: boolean): readonly Place[] =>
  isMember ? [tradePlace(), MARKETS, ACCOUNT, EARN, PROOF] : [MARKETS, PROOF, HELP];

/** At the foot of a phone, five at most. */
export const tabPlaces = (isMember: boolean): readonly Place[] =>
  isMember ? [HOME, MARKETS, tradePlace(), ACCOUNT, PROFILE] : [HOME, MARKETS, tradePlace(), PROOF, HELP];

/** Where the balance stands with Deposit beside it. */
export const inAccount = (path: string): boolean => isHere(ACCOUNT, path);

/** In the footer. */
export const footerPlaces = (isMember: boolean): readonly Place[] =>
  isMember ? [MARKETS, ACCOUNT, EARN] : [MARKETS, EARN];

export function isHere({ href, covers }: Place, path: string): boolean {
  if (href === '/') return path === '/';
  return [href, ...covers].some((start) => path === start || path.startsWith(`${start}/`));
}
