import { afterEach, vi } from 'vitest';

/** Names of the files that the page has saved since; taken down with the test. */
export function watchDownloads(): readonly string[] {
  const names: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  click.mockImplementation(function saved(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}
afterEach(() => vi.restoreAllMocks());

/** A file as the server sends it. */
export const fileOf = (name: string, type: string, content: string): Response =>
  new Response(content, {
    headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
  });
