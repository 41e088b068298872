import type { MessageKey } from '@glasshouse/i18n';
import { LANGUAGES, type Language, languageInfo } from '@glasshouse/i18n/languages';
import { translatorFor } from '@glasshouse/i18n/server';
import { CATALOGUE } from '../../market-data/instruments/catalogue/index.ts';

interface PublicPage {
  readonly path: string;
  readonly title: MessageKey;
  readonly about?: MessageKey;
}

/** What search engines are shown; all other pages are somebody's own, or a form. */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  { path: '/', title: 'site:title.home', about: 'site:about.home' },
  { path: '/market', title: 'site:title.market', about: 'site:about.market' },
  { path: '/trading', title: 'site:title.trading', about: 'site:about.trading' },
  { path: '/loan', title: 'site:title.loan', about: 'home:cards.loanText' },
  { path: '/nfts', title: 'site:title.nfts' },
  { path: '/house', title: 'site:title.house' },
  { path: '/help', title: 'site:title.help' },
  { path: '/help/faq', title: 'site:title.faq' },
  // People search for it by name.
  { path: '/pass/login', title: 'site:title.login' },
];
const TITLED: readonly PublicPage[] = [{ path: '/pass/register', title: 'site:title.register' }];

const BRAND = 'Glasshouse';
const instruments = new Map(CATALOGUE.map((instrument) => [instrument.code, instrument]));

export const marketPath = (code: string): string => `/cruuency?code=${code}`;
export const marketPicture = (code: string): string => `/social/market/${code}.png`;
const HOME_PICTURE = '/social/home.png';

export interface PageHead {
  readonly title: string;
  readonly about: string;
  /** Its address without a language; undefined: search engines leave it out. */
  readonly canonical: string | undefined;
  readonly picture: string;
}

/** Of a receipt that its owner shows to whoever has the address. */
const sharedToken = (path: string): string | undefined => /^\/receipt\/([A-Za-z0-9_-]{22})$/.exec(path)?.[1];

/** What the head of a page says, by its path and query. */
export function headOf(url: URL, language: Language): PageHead {
  const { t } = translatorFor(language);
  const instrument = url.pathname === '/cruuency' ? instruments.get(url.searchParams.get('code') ?? '') : undefined;
  if (instrument !== undefined) {
    const { name, code } = instrument;
    return {
      title: `${t('site:title.instrument', { name })} · ${BRAND}`,
      about: t('site:about.instrument', { name, code }),
      canonical: marketPath(code),
      picture: marketPicture(code),
    };
  }
  const token = sharedToken(url.pathname);
  if (token !== undefined) {
    return {
      title: `${t('order:shared.title')} · ${BRAND}`,
      about: t('order:shared.intro'),
      canonical: undefined,
      picture: `/social/receipt/${token}.png`,
    };
  }
  const found = PUBLIC_PAGES.find(({ path }) => path === url.pathname);
  const titled = found ?? TITLED.find(({ path }) => path === url.pathname);
  const title = titled === undefined ? BRAND : `${t(titled.title)} · ${BRAND}`;
  const about = t(found?.about ?? 'site:about.home');
  return { title, about, canonical: found?.path, picture: HOME_PICTURE };
}

/** Of an address in a language; English is what it has without one. */
export const inLanguage = (path: string, language: Language): string =>
  language === 'en' ? path : `${path}${path.includes('?') ? '&' : '?'}language=${language}`;

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** One address in every language, as search engines want it said. */
function alternates(path: string, site: string): { readonly tag: string; readonly href: string }[] {
  const each = LANGUAGES.map((language) => ({
    tag: languageInfo(language).locale,
    href: `${site}${inLanguage(path, language)}`,
  }));
  return [...each, { tag: 'x-default', href: `${site}${path}` }];
}

/** Links to the texts that a page needs first; every language has files of the same names. */
const EARLY_TEXTS = /(<link rel="modulepreload"[^>]*\/assets\/\w+-)en(-[\da-f]{8}\.js")/g;

/** What a built page has for readers without scripts. */
export const NO_SCRIPT = /<noscript>.*?<\/noscript>/s;
export const noScript = (markup: string): string => `<noscript>${markup}</noscript>`;

/** Writes the head of a page into the built one, for what reads no script. */
export function withHead(
  html: string,
  head: PageHead,
  { site, language }: { site: string; language: Language },
): string {
  const { locale, dir } = languageInfo(language);
  const { t } = translatorFor(language);
  const { canonical } = head;
  const meta = (attribute: 'name' | 'property', name: string, content: string): string =>
    `<meta ${attribute}="${name}" content="${escaped(content)}" />`;
  const lines =
    canonical === undefined
      ? [meta('name', 'robots', 'noindex')]
      : [
          `<link rel="canonical" href="${escaped(site + inLanguage(canonical, language))}" />`,
          ...alternates(canonical, site).map(
            ({ tag, href }) => `<link rel="alternate" hreflang="${tag}" href="${escaped(href)}" />`,
          ),
          meta('property', 'og:url', site + inLanguage(canonical, language)),
        ];
  lines.push(
    meta('property', 'og:site_name', BRAND),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.about),
    meta('property', 'og:image', site + inLanguage(head.picture, language)),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('name', 'twitter:card', 'summary_large_image'),
  );
  return html
    .replace(/<html lang="[^"]*" dir="[^"]*">/, () => `<html lang="${locale}" dir="${dir}">`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(head.title)}</title>`)
    .replace(/<meta\s+name="description"\s+content="[^"]*"\s*\/>/, () => meta('name', 'description', head.about))
    .replace(NO_SCRIPT, () => noScript(`<p class="painted-note">${escaped(t('site:painted.scripts'))}</p>`))
    .replace(EARLY_TEXTS, (_link, before: string, after: string) => `${before}${language}${after}`)
    .replace('</head>', () => `  ${lines.join('\n    ')}\n  </head>`);
}

export function robotsText(rules: string, site: string): string {
  return `${rules.trimEnd()}\n\nSitemap: ${site}/sitemap.xml\n`;
}

/** Public pages and markets on offer, each with its addresses in every language. */
export function sitemapXml(site: string, isOnOffer: (code: string) => boolean): string {
  const markets = CATALOGUE.filter(({ code }) => isOnOffer(code)).map(({ code }) => marketPath(code));
  const paths = [...PUBLIC_PAGES.map(({ path }) => path), ...markets];
  const urls = paths.map((path) => {
    const links = alternates(path, site).map(
      ({ tag, href }) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${escaped(href)}"/>`,
    );
    return `<url><loc>${escaped(site + path)}</loc>${links.join('')}</url>`;
  });
  const spaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${spaces}>\n${urls.join('\n')}\n</urlset>\n`;
}
