// Runs before the first paint, so that neither theme nor writing direction flips while the page starts.
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
  const language = read('language') || 'en';
  const updown = read('updown');
  const redRises = ['ja', 'ko', 'zh', 'hk'].includes(language);
  root.dataset.updown = ['green-red', 'red-green', 'blue-orange'].includes(updown)
    ? updown
    : redRises
      ? 'red-green'
      : 'green-red';
  root.lang = { hk: 'zh-Hant-HK', zh: 'zh-Hans-CN' }[language] || language;
  root.dir = language === 'ar' ? 'rtl' : 'ltr';
  // The home page's first prices travel beside its code; src/shared/market/first-rows.ts asks for the same address.
  if (location.pathname === '/') {
    const first = document.createElement('link');
    first.rel = 'preload';
    first.as = 'fetch';
    first.crossOrigin = 'anonymous';
    first.href = '/swx/customer/index/listMarketByType?type=2&limit=24';
    document.head.append(first);
  }
  if (/Android|iPhone|iPad|iPod/.test(navigator.userAgent)) root.dataset.layout = 'mobile';
})();
