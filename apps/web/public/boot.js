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
  if (/Android|iPhone|iPad|iPod/.test(navigator.userAgent)) root.dataset.layout = 'mobile';
})();
