import { createContext, useContext } from 'react';

/**
 * The layout follows the device, not the window: the mobile layout for phones and tablets,
 * otherwise the desktop one.
 */
export type Layout = 'desktop' | 'mobile';

const MOBILE = /Android|iPhone|iPad|iPod/;

export const layoutOf = (userAgent: string): Layout => (MOBILE.test(userAgent) ? 'mobile' : 'desktop');

export const LayoutContext = createContext<Layout>('desktop');
export const useLayout = (): Layout => useContext(LayoutContext);
export const useIsMobile = (): boolean => useLayout() === 'mobile';
