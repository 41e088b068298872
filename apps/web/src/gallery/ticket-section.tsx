import {
  AmountField,
  Banner,
  Button,
  Card,
  Figure,
  KeyValue,
  Section,
  Segmented,
  Stack,
  shareOf,
  Why,
} from '@glasshouse/ui';
import { ArrowDown, ArrowUp } from '@glasshouse/ui/icons';
import { useState } from 'react';
import styles from './gallery.module.css';

const AVAILABLE = '104218.5397';
const CHIPS = [25, 50, 75, 100].map((percent) => ({ percent, label: percent === 100 ? 'Max' : `${percent}%` }));
const PERIODS = ['30s', '1m', '5m', '15m', '1h'].map((value) => ({ value, label: value }));

/** The components arranged as in every ticket: inputs, cost, worst and best case, confirmation. */
export const TicketSection = () => (
  <Section
    id="ticket"
    title="Ticket"
    note="Inputs, then cost, worst and best case in money, then the button that names the consequence."
  >
    <div className={styles.ticketRow}>
      <Ticket demo />
      <Ticket error="The most for one option on this market is 5,000 USDT." start="9000" />
    </div>
  </Section>
);

function Ticket({ demo = false, error, start = '100' }: { demo?: boolean; error?: string; start?: string }) {
  const [amount, setAmount] = useState(start);
  const [period, setPeriod] = useState('1m');
  const back = shareOf(amount || '0', 182, 2);
  return (
    <Card>
      <Stack gap={4}>
        {demo && <Banner kind="info">Demo book: practice money</Banner>}
        <Segmented full size="s" label="Period" value={period} onChange={setPeriod} options={PERIODS} />
        <AmountField
          label="Stake"
          aside={
            <>
              Available <Figure value={AVAILABLE} places={2} asset="USDT" />
            </>
          }
          value={amount}
          onChange={setAmount}
          asset="USDT"
          decimals={2}
          step="10"
          min="0"
          max={AVAILABLE}
          available={AVAILABLE}
          chips={CHIPS}
          stepLabels={{ less: 'Less', more: 'More' }}
          error={error}
        />
        <KeyValue
          dense
          rows={[
            {
              id: 'worst',
              name: 'Worst case',
              value: <Figure value={`-${amount || '0'}`} places={2} coloured asset="USDT" />,
            },
            {
              id: 'best',
              name: 'Best case',
              value: <Figure value={shareOf(amount || '0', 82, 2)} places={2} coloured asset="USDT" />,
              why: (
                <Why
                  label="Why this payout?"
                  title="How the payout comes about"
                  rows={[
                    { name: 'Stake', value: <Figure value={amount || '0'} places={2} asset="USDT" /> },
                    { name: 'Payout rate', value: '82%' },
                    {
                      name: 'Paid back if you are right',
                      value: <Figure value={back} places={2} asset="USDT" />,
                      total: true,
                    },
                  ]}
                  footer={<a href="#ticket">Terms of this market</a>}
                >
                  You are paid if the last price at or before expiry is above the entry price.
                </Why>
              ),
            },
            { id: 'even', name: 'Break-even', value: '54.95%' },
            { id: 'edge', name: 'House edge', value: '9.00%', tone: 'muted' },
          ]}
        />
        <div className={styles.ticketPay}>
          <Button variant="up" size="l" icon={ArrowUp}>
            Up
          </Button>
          <Button variant="down" size="l" icon={ArrowDown}>
            Down
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
