import {
  Avatar,
  Card,
  Change,
  Countdown,
  Figure,
  InstrumentLogo,
  PriceCell,
  Section,
  Sparkline,
  Stack,
} from '@glasshouse/ui';
import { useEffect, useMemo, useState } from 'react';
import styles from './gallery.module.css';
import { randomWalk, seeded } from './sample.ts';
import { Specimen } from './specimen.tsx';

const CODES = ['BTCUSDT', 'EURUSD', 'AAPL', 'XAUUSD', 'GCZ6', 'SPY', 'SOLUSDT', 'NVDA'];

export function FiguresSection() {
  const [openedAt] = useState(Date.now);
  return (
    <Section
      id="figures"
      title="Figures"
      note="Exact text in, tabular digits out. The point never moves, and direction is never colour alone."
    >
      <Card>
        <div className={styles.grid}>
          <Specimen name="Balances">
            <Stack gap={1} align="start">
              <Figure value="104218.53970000" places={2} asset="USDT" size="xxxl" />
              <Figure value="12840.5" places={2} asset="USDT" size="xl" />
              <Figure value="0.04810250" places={8} asset="BTC" size="l" />
              <Figure value={undefined} places={2} asset="USDT" />
            </Stack>
          </Specimen>
          <Specimen name="Profit and loss">
            <Stack gap={1} align="end">
              <Figure value="1284.25" places={2} coloured asset="USDT" />
              <Figure value="-96.4" places={2} coloured asset="USDT" />
              <Figure value="0" places={2} coloured asset="USDT" />
              <Figure value="1204113000" compact asset="USDT" />
            </Stack>
          </Specimen>
          <Specimen name="Change">
            <Stack gap={2} align="end">
              <Change percent="2.4183" />
              <Change percent="-0.8" />
              <Change percent="-0.001" />
              <Change percent="12.5" boxed />
              <Change percent="-3.07" boxed />
            </Stack>
          </Specimen>
          <Specimen name="Live price">
            <Stack gap={2} align="end">
              <MovingPrice seed={3} />
              <MovingPrice seed={9} />
              <PriceCell price="64210.40" places={2} stale />
            </Stack>
          </Specimen>
          <Specimen name="Sparkline">
            <Sparklines />
          </Specimen>
          <Specimen name="Countdown">
            <Stack gap={3} align="start">
              <Countdown startsAt={openedAt - 18_000} endsAt={openedAt + 42_000} label="Time until expiry" />
              <Countdown startsAt={openedAt} endsAt={openedAt + 4_320_000} label="Time until expiry" />
              <div style={{ inlineSize: '1.6rem' }}>
                <Countdown
                  startsAt={openedAt - 90_000}
                  endsAt={openedAt + 210_000}
                  label="Time until expiry"
                  shape="bar"
                />
              </div>
            </Stack>
          </Specimen>
          <Specimen name="Marks">
            <Stack row wrap gap={2}>
              {CODES.map((code) => (
                <InstrumentLogo key={code} code={code} />
              ))}
              <Avatar name="Grace Hopper" size="l" />
              <InstrumentLogo code="BTCUSDT" size="s" />
            </Stack>
          </Specimen>
        </div>
      </Card>
    </Section>
  );
}

function Sparklines() {
  const paths = useMemo(() => [randomWalk(4, 100, 100, 0.02), randomWalk(21, 100, 100, 0.03), [5, 5, 5]], []);
  return (
    <Stack gap={2} align="start">
      <Sparkline prices={paths[0] ?? []} direction="up" />
      <Sparkline prices={paths[1] ?? []} direction="down" />
      <Sparkline prices={paths[2] ?? []} />
    </Stack>
  );
}

/** A random walk, to see the tint and that nothing else moves. */
function MovingPrice({ seed }: { seed: number }) {
  const [cents, setCents] = useState(6_421_040);
  useEffect(() => {
    const random = seeded(seed);
    const timer = setInterval(() => setCents((now) => now + Math.round((random() - 0.5) * 900)), 900);
    return () => clearInterval(timer);
  }, [seed]);
  const price = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
  return (
    <span data-testid="moving-price" data-price={price}>
      <PriceCell price={price} places={2} />
    </span>
  );
}
