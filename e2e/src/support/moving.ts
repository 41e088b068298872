import type { Steering } from './steering.ts';

export interface MovingMarket {
  readonly code: string;
  /** Around which it moves, as decimal text with all of its decimals. */
  readonly middle: string;
}

/** How far a price goes to either side, and its spread, in units of its last digit. */
const FAR = 40;
const STEP = 7;
const HALF_SPREAD = 5;

/**
 * Has prices move, once per frame that viewers are sent, for as long as the work takes. For the few
 * tests about movement; all others set the price that they need.
 */
export async function whileMoving<Result>(
  { market }: Steering,
  markets: readonly MovingMarket[],
  work: () => Promise<Result>,
): Promise<Result> {
  let isOver = false;
  const move = async (): Promise<void> => {
    for (let step = 1; !isOver; step += 1) {
      const by = ((step * STEP) % (2 * FAR)) - FAR;
      for (const { code, middle } of markets) {
        await market.set(code, shifted(middle, by - HALF_SPREAD), shifted(middle, by + HALF_SPREAD));
      }
    }
  };
  // A price that is refused fails the test once its work is over.
  const moving = move();
  try {
    return await work();
  } finally {
    isOver = true;
    await moving;
  }
}

/** `shifted('98.00', 3)` is `98.03`. */
function shifted(price: string, units: number): string {
  const digits = price.split('.')[1]?.length ?? 0;
  return (Number(price) + units / 10 ** digits).toFixed(digits);
}
