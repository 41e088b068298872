let preloader: (path: string) => void = () => undefined;

/** The app provides how to preload a page; links only trigger it. */
export function setPreloader(next: (path: string) => void): void {
  preloader = next;
}

export const preloadPage = (href: string): void => preloader(href.split('?')[0] ?? href);
