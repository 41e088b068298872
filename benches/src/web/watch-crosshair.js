// Runs in the page, before its own scripts: notes when the chart first reads a bar under the pointer, which its legend is marked with.
const observer = new MutationObserver(() => {
  if (document.querySelector('[data-pointed]') === null) return;
  window.pointedAt = performance.now();
  observer.disconnect();
});
observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-pointed'] });
