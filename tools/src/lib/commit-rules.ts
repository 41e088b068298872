/** As in CONTRIBUTING.md. */
const SUBJECT_MAX = 72;
/** A larger change states its reason in a body. */
const LINES_WITHOUT_BODY_MAX = 20;
/** They tell nobody what was done to what. */
const VAGUE_VERBS = ['find', 'give', 'keep', 'let', 'look', 'read', 'say', 'tell', 'wait'];
const SUBJECT = /^[a-z0-9][a-z0-9 .-]*(?:, [a-z0-9][a-z0-9 .-]*)*: (?<verb>[a-z]+) \S/;
/** Written by git itself, or melted into another commit before anybody else sees it. */
const WITHOUT_RULES = /^(?:Merge |Revert "|(?:fixup|squash|amend)! )/;

/**
 * What is wrong with a commit message, as sentences; empty where nothing is. `changedLines` counts
 * added and removed lines. Lines that begin with `#` are comments, as in git's own editor.
 */
export function findMessageProblems(message: string, changedLines: number): readonly string[] {
  const [scissored] = message.split(/^# -+ >8 -+$/m);
  const lines = scissored!.split('\n').filter((line) => !line.startsWith('#'));
  const [subject = '', second = '', ...body] = lines.join('\n').trim().split('\n');
  if (WITHOUT_RULES.test(subject)) return [];
  const problems: string[] = [];
  if (SUBJECT_MAX < subject.length) {
    problems.push(`The subject has ${subject.length} characters; at most ${SUBJECT_MAX} show in one line.`);
  }
  const verb = SUBJECT.exec(subject)?.groups?.verb;
  if (verb === undefined) {
    problems.push('The subject has the form "scope: verb and noun", as in "spot: refuse orders off step".');
  } else if (VAGUE_VERBS.includes(verb)) {
    problems.push(`"${verb}" does not say what was done: add, fix, remove, rename, move, show, validate, …`);
  }
  if (subject.endsWith('.')) problems.push('The subject ends without a full stop.');
  if (second !== '') problems.push('An empty line separates subject and body.');
  const hasBody = body.some((line) => line.trim() !== '');
  if (LINES_WITHOUT_BODY_MAX < changedLines && !hasBody) {
    problems.push(`${changedLines} lines change: a body says why, with the number or incident behind it.`);
  }
  return problems;
}
