/**
 * The foot of a printed page: where it is from and when it was printed, so that a sheet of paper
 * can be compared with what the address shows today. Numbers and an address need no language.
 */
export function printOrigin(): void {
  const foot = document.createElement('p');
  foot.dir = 'ltr';
  foot.dataset.printed = '';
  foot.hidden = true;
  document.body.append(foot);
  window.addEventListener('beforeprint', () => {
    foot.textContent = `${window.location.href} · ${new Date().toISOString()}`;
    foot.hidden = false;
  });
  window.addEventListener('afterprint', () => {
    foot.hidden = true;
  });
}
