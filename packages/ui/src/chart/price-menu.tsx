import { type RefObject, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '../icon/icon.tsx';
import { Plus } from '../icon/icons.ts';
import { Menu } from '../overlay/menu.tsx';
import type { Pixel } from './drawings/geometry.ts';
import styles from './price-chart.module.css';
import type { ChartMenu } from './types.ts';

export interface PriceMenuHandle {
  /** The pointer is over the pane at this height, or has left. */
  follow: (at: { readonly y: number; readonly width: number; readonly price: number } | undefined) => void;
  /** Right click, long press or key: opens at this place. */
  open: (at: Pixel, price: number) => void;
}

interface PriceMenuProps {
  readonly menu: ChartMenu;
  readonly ref: RefObject<PriceMenuHandle | null>;
}

/** Half the button, which is centred on the crosshair. */
const HALF_PX = 11;

/**
 * What can be done at a price of the chart. Its button follows the pointer along the price axis, so
 * it bypasses rendering.
 */
export function PriceMenu({ menu, ref }: PriceMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const pointed = useRef<number>(undefined);
  const [price, setPrice] = useState<number>();
  const isOpen = () => button.current?.getAttribute('aria-expanded') === 'true';
  const put = (x: number, y: number) => {
    if (button.current === null) return;
    button.current.style.transform = `translate(${Math.round(x - HALF_PX)}px, ${Math.round(y - HALF_PX)}px)`;
    button.current.dataset.shown = '';
  };
  useImperativeHandle(ref, () => ({
    follow(at) {
      if (isOpen() || button.current === null) return;
      if (at === undefined) {
        if (!button.current.matches(':hover, :focus-visible')) delete button.current.dataset.shown;
        return;
      }
      pointed.current = at.price;
      put(at.width - HALF_PX, at.y);
    },
    open(at, level) {
      pointed.current = level;
      flushSync(() => setPrice(level));
      put(at.x, at.y);
      if (!isOpen()) button.current?.click();
    },
  }));
  return (
    <Menu label={menu.label} align="end" items={price === undefined ? [] : menu.items(price)}>
      {(anchor) => (
        <button
          {...anchor}
          ref={(element) => {
            anchor.ref.current = element;
            button.current = element;
          }}
          type="button"
          tabIndex={-1}
          className={styles.plus}
          aria-label={menu.label}
          title={menu.label}
          onClick={() => setPrice(pointed.current)}
        >
          <Icon of={Plus} size="s" />
        </button>
      )}
    </Menu>
  );
}
