import type { Refusal } from './refused-field.ts';
import type { TicketField, TicketState } from './ticket.ts';

interface FieldErrorsInput<Problem extends string> {
  readonly ticket: Pick<TicketState<unknown, unknown, Problem, unknown>, 'problems' | 'hasLeft'>;
  readonly refusal: Refusal | undefined;
  readonly textOf: (problem: Problem, field: TicketField) => string;
}

/**
 * The error at a field: what the server refused, or what is wrong with the draft once the field was
 * left.
 */
export const fieldErrors =
  <Problem extends string>({ ticket, refusal, textOf }: FieldErrorsInput<Problem>) =>
  (field: TicketField): string | undefined => {
    if (refusal?.field === field) return refusal.message;
    const problem = ticket.problems[field];
    return problem === undefined || !ticket.hasLeft(field) ? undefined : textOf(problem, field);
  };
