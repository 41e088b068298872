const MOMENT = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})$/;

/** Epoch text of what was typed: undefined at once, null when it is no moment. */
export function momentOf(typed: string): string | null | undefined {
  if (typed.trim() === '') return undefined;
  const [, day, time] = MOMENT.exec(typed.trim()) ?? [];
  const at = new Date(`${day}T${time}:00Z`);
  return day === undefined || Number.isNaN(at.getTime()) ? null : at.toISOString();
}
