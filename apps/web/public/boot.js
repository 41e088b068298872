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
  const updown = read('updown');
  if (updown === 'green-red' || updown === 'red-green' || updown === 'blue-orange') root.dataset.updown = updown;
  const language = read('language');
  if (language) {
    root.lang = language === 'hk' ? 'zh-HK' : language;
    root.dir = language === 'ar' ? 'rtl' : 'ltr';
  }
  if (/Android|iPhone|iPad|iPod/.test(navigator.userAgent)) root.dataset.layout = 'mobile';
})();
