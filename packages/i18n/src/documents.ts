/** A document or question of a file: Markdown under a title. */
export interface Document {
  readonly title: string;
  readonly content: string;
}

/** The texts of a file of documents by number: `@@ number title` stands before each. */
export const documentsIn = (source: string): Map<number, Document> =>
  new Map(
    source
      .split(/^(?=@[@=] )/m)
      .map((part) => /^@@ (\d+) (.+)\n([\s\S]+)/.exec(part))
      .filter((match) => match !== null)
      .map(([, id, title, content]) => [Number(id), { title: title!.trim(), content: content!.trim() }] as const),
  );
