// Runs before the first paint, so that neither theme nor writing direction flips during the start.
// The keys are those of src/session/preferences.ts.
(() => {
  const root = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const theme = read('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  if (read('motion') === 'none') root.dataset.motion = 'none';
  // The language of the address, else the one chosen here before, else the first of the browser's
  // that we have, as packages/app/src/language/language.ts finds it.
  const languageOfReader = (tag) => {
    const lower = tag.toLowerCase();
    if (lower === 'hk' || /^zh-(hant|tw|hk|mo)\b/.test(lower)) return 'hk';
    return /^(en|ja|ko|th|de|fr|it|es|ar|zh)\b/.exec(lower)?.[0];
  };
  const languageOf = (code) => (code.toLowerCase() === 'zh-tw' ? 'zh' : languageOfReader(code));
  const query = new URLSearchParams(location.search);
  const language =
    languageOf(query.get('language') || '') ||
    languageOf(read('language') || '') ||
    navigator.languages.map(languageOfReader).find(Boolean) ||
    'en';
  const updown = read('updown');
  const redRises = ['ja', 'ko', 'zh', 'hk'].includes(language);
  root.dataset.updown = ['green-red', 'red-green', 'blue-orange'].includes(updown)
    ? updown
    : redRises
      ? 'red-green'
      : 'green-red';
  root.lang = { en: 'en-GB', hk: 'zh-Hant-HK', zh: 'zh-Hans-CN' }[language] || language;
  root.dir = language === 'ar' ? 'rtl' : 'ltr';
  // What the installed app is called by, in the same language;
  // packages/app/src/language/language.ts follows a change.
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest.webmanifest?language=${language}`);
  // A page that the server painted for another reader stays covered until the app has drawn it: in
  // another language or layout, the home page of visitors for a member, or sign-in with a word about
  // wallets for a browser that has one or has read it.
  const layout = /Android|iPhone|iPad|iPod/.test(navigator.userAgent) ? 'mobile' : 'desktop';
  const painted = root.dataset.painted;
  const isMember = read('token') !== null;
  const isPastWallets = globalThis.ethereum !== undefined || read('walletGate') !== null;
  const isOthers =
    painted !== `${language} ${layout}` ||
    (isMember && location.pathname === '/') ||
    (isPastWallets && location.pathname === '/pass/login');
  if (painted !== undefined && isOthers) root.dataset.covered = '';
  if (isMember) root.dataset.member = '';
  // The policy of the page forbids styles in markup, but not those that a script sets: in the same
  // turn in which the elements arrive, so that nothing is painted without.
  if (painted !== undefined) {
    const dress = () => {
      for (const element of document.querySelectorAll('[data-style]')) {
        element.style.cssText = element.dataset.style;
        element.removeAttribute('data-style');
      }
    };
    const observer = new MutationObserver(dress);
    observer.observe(root, { childList: true, subtree: true });
    addEventListener('DOMContentLoaded', () => {
      dress();
      observer.disconnect();
    });
  }
  const early = (href) => {
    if (painted !== undefined && root.dataset.covered === undefined) return;
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'fetch';
    link.crossOrigin = 'anonymous';
    link.fetchPriority = 'high';
    link.href = `/swx/customer/${href}`;
    document.head.append(link);
  };
  // Requests a page's first data in parallel with its code. The home page's requests come from
  // src/parts/market/first-rows.ts, those of a market from first-market.ts and candles-query.ts
  // beside it, the ways to log in from src/parts/sign-in: the same URLs, letter for letter.
  if (location.pathname === '/') early('index/listMarketByType?type=2&limit=24');
  if (/^\/pass\/(login|register)$/.test(location.pathname)) early('login/listWay');
  const code = query.get('code');
  if (location.pathname === '/cruuency' && /^[A-Z0-9][A-Z0-9._-]{0,23}$/.test(code ?? '')) {
    const interval = read('chartInterval');
    const isKnown = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'].includes(interval);
    early(`index/getMarketInfo/${code}`);
    early(`index/getKValueByCodeAndDate?code=${code}&interval=${isKnown ? interval : '1m'}&limit=300`);
  }
  if (layout === 'mobile') root.dataset.layout = 'mobile';
})();
