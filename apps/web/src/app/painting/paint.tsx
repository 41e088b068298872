import { setMessages } from '@glasshouse/app/language/language';
import { setPaintedAddress } from '@glasshouse/app/page-host';
import type { Messages } from '@glasshouse/i18n';
import { HydrationContext } from '@glasshouse/ui';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { applyPaintedRows } from '../../live/market-socket.ts';
import { LayoutContext, layoutOf } from '../../parts/page/layout.ts';
import { App } from '../app.tsx';
import { queryClient } from '../query-client.ts';
import type { PaintedData } from './painted.ts';
import { seedQueries } from './seed.ts';

export type { PaintedData };
export { layoutOf };

export interface Painting {
  readonly data: PaintedData;
  /** All texts of the language. */
  readonly messages: Messages;
  /** Where people reach the site, without a slash at the end. */
  readonly site: string;
}

/** A boundary that React left to the browser: code of a page had not been loaded yet. */
const UNFINISHED = /<!--\$[!?]-->/;
const TURNS_MAX = 200;
const TURN_MS = 10;

/** Once for each page of this process: its code is loaded by the first try. */
async function loaded(render: () => string): Promise<string> {
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    const markup = render();
    if (!UNFINISHED.test(markup)) return markup;
    await new Promise((resolve) => setTimeout(resolve, TURN_MS));
  }
  throw new Error('the page is not complete');
}

/**
 * The markup of a page, as its components render it for a visitor. Rendering takes one turn of the
 * event loop, so that the stores, which a page in a browser has to itself, are of one painting.
 * Styles in attributes, which the policy of the page forbids in markup, are left for `boot.js`.
 */
export function paint({ data, messages, site }: Painting): Promise<string> {
  const [path = '/', search = ''] = data.address.split('?', 2);
  return loaded(() => {
    queryClient.clear();
    applyPaintedRows(data.rows);
    seedQueries(queryClient, data);
    setMessages(data.language, messages);
    setPaintedAddress(new URL(data.address, site));
    const markup = renderToString(
      <Router ssrPath={path} ssrSearch={search}>
        <HydrationContext value>
          <LayoutContext value={data.layout}>
            <App />
          </LayoutContext>
        </HydrationContext>
      </Router>,
    );
    return markup.replaceAll(' style="', ' data-style="');
  });
}
