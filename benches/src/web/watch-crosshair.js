// Runs in the page before its own scripts: records when the chart first shows a bar under the
// pointer, marked by `data-pointed` on its legend.
const observer = new MutationObserver(() => {
  if (document.querySelector('[data-pointed]') === null) return;
  window.pointedAt = performance.now();
  observer.disconnect();
});
observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-pointed'] });
