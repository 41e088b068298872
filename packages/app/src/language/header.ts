/** Apart from the messages, so that a call does not load them. */
let language = 'en';

/** In which the server answers. */
export const languageHeader = (): string => language;
export function setLanguageHeader(next: string): void {
  language = next;
}
