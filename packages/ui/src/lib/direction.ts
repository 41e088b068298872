export const isRightToLeft = (element: Element): boolean => element.matches(':dir(rtl)');
