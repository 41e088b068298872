/** The steps of the guided tour: a choice, a purchase, a settlement and its proof, all real. */
export const TOUR_STEPS = ['market', 'buy', 'watch', 'settled', 'verify', 'done'] as const;
export type TourStep = (typeof TOUR_STEPS)[number];

export interface Tour {
  readonly step: TourStep;
  /** The option that was bought in it. */
  readonly order?: number;
}

/** What somebody did, or what happened to their option; nothing else moves the tour. */
export type TourEvent =
  | { readonly kind: 'opened'; readonly path: string }
  | { readonly kind: 'bought' | 'settled' | 'verified'; readonly order: number };

export const receiptOf = (order: number): string => `/order/options/${order}`;

/** The tour after an event; the same object if it changes nothing. */
export function afterEvent(tour: Tour, event: TourEvent): Tour {
  const { step, order } = tour;
  switch (event.kind) {
    case 'opened':
      if (step === 'market' && event.path === '/cruuency') return { step: 'buy' };
      return step === 'settled' && order !== undefined && event.path === receiptOf(order)
        ? { step: 'verify', order }
        : tour;
    case 'bought':
      return step === 'market' || step === 'buy' ? { step: 'watch', order: event.order } : tour;
    case 'settled':
      return step === 'watch' && event.order === order ? { step: 'settled', order } : tour;
    case 'verified':
      return (step === 'settled' || step === 'verify') && event.order === order ? { step: 'done', order } : tour;
  }
}

/** What was stored, by this or another release; undefined if it is no tour. */
export function tourOf(text: string | undefined): Tour | undefined {
  const [name, number] = (text ?? '').split(' ');
  const step = TOUR_STEPS.find((candidate) => candidate === name);
  if (step === undefined) return undefined;
  if (step === 'market' || step === 'buy') return { step };
  return /^[1-9]\d{0,14}$/.test(number ?? '') ? { step, order: Number(number) } : undefined;
}

export const textOf = ({ step, order }: Tour): string => (order === undefined ? step : `${step} ${order}`);
