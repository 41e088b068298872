let preloader: (path: string) => void = () => undefined;

/** The app tells how to fetch a page ahead of time; links only know that it can be done. */
export function setPreloader(next: (path: string) => void): void {
  preloader = next;
}

export const preloadPage = (href: string): void => preloader(href.split('?')[0] ?? href);
