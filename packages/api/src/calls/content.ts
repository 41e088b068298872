import { Type } from 'typebox';
import { defineCall } from '../define-call.ts';
import { hex, identifier, language, list, nullable, strict, timestamp, words } from '../schemas/common.ts';
import { contentBlock, contentKind, contentSummary } from '../schemas/content.ts';

const blocks = () => list(contentBlock, 2_000);

export const contentCalls = {
  listContents: defineCall({
    name: 'listContents',
    method: 'GET',
    path: '/index/listContents/{lang}',
    auth: 'public',
    movesMoney: false,
    summary: 'Content documents in one language, or questions with their answers, or notices. zh-tw gets zh.',
    params: strict({
      lang: Type.String({ pattern: '^[a-z]{2}(?:-[a-z]{2})?$', maxLength: 5, description: 'Language.' }),
    }),
    query: strict({ kind: Type.Optional(contentKind()) }),
    result: list(strict({ ...contentSummary, blocks: blocks() }), 1_000),
    codes: [],
    served: true,
  }),
  getContent: defineCall({
    name: 'getContent',
    method: 'GET',
    path: '/index/getContentsById/{id}',
    auth: 'public',
    movesMoney: false,
    summary: 'One content document, in the language of the caller.',
    params: strict({ id: identifier() }),
    query: strict({ lang: Type.Optional(language()) }),
    result: strict({
      ...contentSummary,
      content: words('Markdown, with the figures in force.'),
      blocks: blocks(),
      updatedAt: timestamp(),
      version: Type.Integer({ minimum: 0, description: '0: as this release has it.' }),
      hash: hex(32, 'SHA-256 of the published texts of all languages; the log has it.'),
      entry: nullable(identifier('Log entry that published it.')),
    }),
    codes: ['nothingFound'],
    served: true,
  }),
  listAnnouncements: defineCall({
    name: 'listAnnouncements',
    method: 'GET',
    path: '/index/listAnnouncement',
    auth: 'public',
    movesMoney: false,
    summary: 'Announcements, newest first, each in one language.',
    query: strict({ lang: Type.Optional(language()) }),
    result: list(
      strict({
        id: identifier(),
        version: Type.Integer({ minimum: 1 }),
        lang: language(),
        title: words('Title.'),
        content: words('Markdown.'),
        blocks: blocks(),
        publishedAt: timestamp(),
      }),
      100,
    ),
    codes: [],
    served: true,
  }),
};
