import { code } from '@glasshouse/api/codes';
import type { OperatorBodyOf, OperatorResultOf } from '@glasshouse/api/operator/calls';
import { type CallAnswer, done, refuse } from '../platform/call.ts';
import type { Pool } from '../platform/postgres.ts';

type Answers = OperatorResultOf<'listSupportAnswers'>;

const ANSWERS_MAX = 200;

export async function answersOf(pool: Pool, names: ReadonlyMap<number, string>): Promise<Answers> {
  const { rows } = await pool.query<Omit<Answers[number], 'editor'> & { readonly edited_by: number }>(
    `select id, shortcut, texts, edited_by from support_answers order by shortcut limit ${ANSWERS_MAX}`,
  );
  return rows.map(({ edited_by: by, ...answer }) => ({
    ...answer,
    editor: { id: by, name: names.get(by) ?? `#${by}` },
  }));
}

export async function saveAnswer(
  pool: Pool,
  { id, shortcut, texts }: OperatorBodyOf<'saveSupportAnswer'>,
  { operator, now }: { readonly operator: number; readonly now: number },
): Promise<CallAnswer<{ id: number }>> {
  const written = Object.entries(texts).filter(([, text]) => text !== undefined && text.trim() !== '');
  if (written.length === 0) return refuse(code.messageEmpty, 'texts');
  const textsJson = JSON.stringify(Object.fromEntries(written));
  const duplicates = await pool.query('select from support_answers where shortcut = $1 and id is distinct from $2', [
    shortcut,
    id ?? null,
  ]);
  if (duplicates.rowCount !== 0) return refuse(code.shortcutTaken, 'shortcut');
  if (id !== undefined) {
    const { rowCount } = await pool.query(
      'update support_answers set shortcut = $2, texts = $3, edited_at = $4, edited_by = $5 where id = $1',
      [id, shortcut, textsJson, new Date(now), operator],
    );
    return rowCount === 1 ? done({ id }) : refuse(code.nothingFound, 'id');
  }
  const { rows } = await pool.query<{ id: number }>(
    `insert into support_answers (shortcut, texts, edited_at, edited_by)
     select $1, $2, $3, $4 where (select count(*) from support_answers) < ${ANSWERS_MAX}
     on conflict (shortcut) do nothing returning id`,
    [shortcut, textsJson, new Date(now), operator],
  );
  return rows[0] === undefined ? refuse(code.capacityReached) : done({ id: rows[0].id });
}

export async function removeAnswer(pool: Pool, id: number): Promise<CallAnswer<null>> {
  const { rowCount } = await pool.query('delete from support_answers where id = $1', [id]);
  return rowCount === 1 ? done(null) : refuse(code.nothingFound, 'id');
}
