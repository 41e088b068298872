// Runs in the page before its own scripts: records when any price on the page first changes.
const isPrice = (text) => typeof text === 'string' && /^\s*[$]?\d[\d,]*\.\d+\s*$/.test(text);

const observer = new MutationObserver((records) => {
  for (const record of records) {
    const isText = record.type === 'characterData';
    const before = isText ? record.oldValue : record.removedNodes[0]?.textContent;
    const after = isText ? record.target.textContent : record.addedNodes[0]?.textContent;
    if (!isPrice(before) || !isPrice(after) || before === after) continue;
    window.movingAt = performance.now();
    observer.disconnect();
    return;
  }
});
observer.observe(document, { subtree: true, childList: true, characterData: true, characterDataOldValue: true });
new PerformanceObserver((list) => {
  for (const { startTime } of list.getEntries()) window.largestPaint = startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });
