import { findProblems } from '../checks/catalogues.ts';
import { loadAllMessages } from '../server.ts';

/**
 * Prints what the languages lack as JSON: language → namespace → key → English text. Keys that
 * English does not have are listed apart.
 */
const problems = findProblems(loadAllMessages());
const report: Record<string, Record<string, Record<string, string>>> = {};
for (const { language, namespace, key, kind, english } of problems) {
  const name = kind === 'extra' ? `${namespace} (extra)` : namespace;
  report[language] ??= {};
  report[language][name] ??= {};
  report[language][name][key] = english;
}
console.log(JSON.stringify(report, null, 2));
