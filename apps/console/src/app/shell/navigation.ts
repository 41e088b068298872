/** Whether a page of the rail is open, or one below it. */
export const isHere = (href: string, path: string): boolean => path === href || path.startsWith(`${href}/`);
