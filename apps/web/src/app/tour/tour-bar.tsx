import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useBook, useSession } from '@glasshouse/app/session/session';
import { Banner, Button, Stack, toasts } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { fetchResult } from '../../api/client.ts';
import { onUserEvent } from '../../live/user.ts';
import { SwitchBookDialog } from '../../parts/account/switch-book-dialog.tsx';
import { useTryDemo } from '../../parts/account/use-try-demo.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { endTour, tellTour, useTour } from '../../parts/tour/tour.ts';
import { receiptOf, TOUR_STEPS, type Tour, type TourStep } from '../../parts/tour/tour-steps.ts';
import './tour-marks.css';

/** The page where a step is done; on it nothing has to be shown. */
const PLACE: { readonly [Step in TourStep]?: string } = { market: '/market', buy: '/cruuency', watch: '/cruuency' };

/** One line below the header that says what to do next. It covers nothing and can wait. */
export function TourBar() {
  const tour = useTour();
  const isIn = useSession() !== undefined;
  const book = useBook();
  useSightings(tour);
  if (tour === undefined) return null;
  if (!isIn) return <Visitor />;
  return book === 'demo' ? <Step tour={tour} /> : <OtherBook />;
}

/** What the tour sees: the page, purchases, and how the option of the tour stands. */
function useSightings(tour: Tour | undefined): void {
  const [path] = useLocation();
  const step = tour?.step;
  const order = tour?.order;
  const isIn = useSession() !== undefined;
  const isDemo = useBook() === 'demo';
  useEffect(() => {
    if (step !== undefined && isIn && isDemo) tellTour({ kind: 'opened', path });
  }, [path, step, isIn, isDemo]);
  useEffect(
    () =>
      onUserEvent({
        event: (kind, book, data) => {
          if (kind !== 'options.order' || book !== 'demo') return;
          const { id, state } = data as { readonly id: number; readonly state: string };
          if (state === 'waiting' || state === 'open') tellTour({ kind: 'bought', order: id });
        },
        resync: () => undefined,
      }),
    [],
  );
  // Events refresh it; after a reload it says what happened meanwhile.
  const { data } = useQuery({
    queryKey: privateKey('optionsOrder', 'demo', order),
    queryFn: ({ signal }) => fetchResult('getOptionOrder', { params: { id: order ?? 0 }, signal }),
    enabled: step === 'watch' && order !== undefined && isIn && isDemo,
  });
  const isOver = data !== undefined && data.id === order && data.receipt !== null;
  useEffect(() => {
    if (isOver && order !== undefined) tellTour({ kind: 'settled', order });
  }, [isOver, order]);
  // Marks what a step is about; see tour-marks.css.
  useEffect(() => {
    const root = document.documentElement;
    if (step !== undefined) root.dataset.tour = step;
    return () => {
      delete root.dataset.tour;
    };
  }, [step]);
}

function Step({ tour: { step, order } }: { tour: Tour }) {
  const t = useT();
  const [path] = useLocation();
  const count = `${Math.min(TOUR_STEPS.indexOf(step) + 1, TOUR_STEPS.length - 1)}/${TOUR_STEPS.length - 1}`;
  const words = t(`guide:tour.${step}`, { button: t('trade:receipt.verify') });
  if (step === 'done') {
    return (
      <Line kind="success" words={words}>
        <Button size="s" variant="primary" onClick={endTour}>
          {t('guide:tour.finish')}
        </Button>
      </Line>
    );
  }
  const isAtReceipt = order !== undefined && path === receiptOf(order);
  const href =
    step === 'settled' || step === 'verify'
      ? receiptOf(order ?? 0)
      : step === 'market' || step === 'buy'
        ? '/market'
        : undefined;
  const isThere = href === path || PLACE[step] === path || isAtReceipt;
  return (
    <Line words={`${count} · ${words}`}>
      {href !== undefined && !isThere && (
        <LinkButton href={href} size="s" variant="primary">
          {t(step === 'settled' || step === 'verify' ? 'guide:tour.receipt' : 'guide:tour.show')}
        </LinkButton>
      )}
      <LeaveButton />
    </Line>
  );
}

function Visitor() {
  const t = useT();
  const demo = useTryDemo();
  return (
    <Line words={t('guide:tour.visitor')}>
      <Button size="s" variant="primary" loading={demo.busy} onClick={() => void demo.start()}>
        {t('trade:options.tryDemo')}
      </Button>
      <LeaveButton />
    </Line>
  );
}

function OtherBook() {
  const t = useT();
  const [asking, setAsking] = useState(false);
  return (
    <Line words={t('guide:tour.book')}>
      <Button size="s" variant="primary" onClick={() => setAsking(true)}>
        {t('shell:book.toDemo')}
      </Button>
      <LeaveButton />
      <SwitchBookDialog target="demo" open={asking} onClose={() => setAsking(false)} />
    </Line>
  );
}

function LeaveButton() {
  const t = useT();
  const leave = () => {
    endTour();
    toasts.show({ title: t('guide:tour.left') });
  };
  return (
    <Button size="s" variant="quiet" onClick={leave}>
      {t('guide:tour.leave')}
    </Button>
  );
}

function Line({ kind = 'info', words, children }: { kind?: 'info' | 'success'; words: string; children: ReactNode }) {
  const t = useT();
  return (
    <section aria-label={t('guide:tour.title')}>
      <Banner
        kind={kind}
        strip
        action={
          <Stack row wrap gap={2}>
            {children}
          </Stack>
        }
      >
        {words}
      </Banner>
    </section>
  );
}
