import { type Amount, formatAmount, parseAmount, ZERO } from '@glasshouse/rules/money';
import { contractResult } from '@glasshouse/rules/results';
import type { ImportedRow } from './imported-value.tsx';

type Fields = ImportedRow['fields'];

/** The net result of a contract; undefined while it had none, or where a figure is no figure. */
export function importedContractNet(fields: Fields): string | undefined {
  if (fields.state !== 'closed' && fields.state !== 'liquidated') return undefined;
  // What it paid for the other position stands among the postings alone.
  if (fields.closed_by === 'netting') return undefined;
  const [realised, ...costs] = read(fields, ['realised', 'open_fee', 'close_fee', 'financing']);
  if (realised === undefined) return undefined;
  return formatAmount(contractResult({ realised, costs: costs.reduce(plus, ZERO) }).net);
}

/** The same of an option: what it paid, less stake and fee. One that was void paid both back. */
export function importedOptionNet(fields: Fields): string | undefined {
  const [paid, stake, fee] = fields.outcome == null ? [] : read(fields, ['paid', 'stake', 'fee']);
  if (paid === undefined || stake === undefined || fee === undefined) return undefined;
  return formatAmount((paid - stake - fee) as Amount);
}

const plus = (left: Amount, right: Amount): Amount => (left + right) as Amount;

/** All of them, or none. */
function read(fields: Fields, names: readonly string[]): readonly Amount[] {
  const amounts = names.map((name) => signed(fields[name] ?? ''));
  return amounts.some((amount) => amount === undefined) ? [] : (amounts as Amount[]);
}

function signed(text: string): Amount | undefined {
  const size = parseAmount(text.replace(/^-/, ''));
  return size === undefined || !text.startsWith('-') ? size : (-size as Amount);
}
