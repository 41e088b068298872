import type { BrowserContextOptions } from '@playwright/test';

export const LAYOUTS = ['desktop', 'phone'] as const;
export type Layout = (typeof LAYOUTS)[number];

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

export const deviceOf = (layout: Layout): BrowserContextOptions =>
  layout === 'desktop'
    ? { viewport: { width: 1440, height: 900 } }
    : {
        viewport: { width: 390, height: 844 },
        userAgent: IPHONE,
        isMobile: true,
        hasTouch: true,
        deviceScaleFactor: 2,
      };
