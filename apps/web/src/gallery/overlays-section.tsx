import { BottomSheet, Button, Card, Dialog, Figure, KeyValue, Section, Stack, TextField, Why } from '@glasshouse/ui';
import { useState } from 'react';
import styles from './gallery.module.css';
import { Specimen } from './specimen.tsx';

export function OverlaysSection() {
  const [open, setOpen] = useState<'dialog' | 'sheet'>();
  const close = () => setOpen(undefined);
  return (
    <Section id="overlays" title="Overlays">
      <Card>
        <div className={styles.grid}>
          <Specimen name="Dialog and sheet">
            <Stack row wrap gap={2}>
              <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
              <Button onClick={() => setOpen('sheet')}>Open sheet</Button>
            </Stack>
          </Specimen>
          <Specimen name="Why">
            <div>
              Fee <Figure value="1.20" places={2} asset="USDT" />
              <Why
                label="Why this fee?"
                title="How the fee comes about"
                rows={[
                  { name: 'Size', value: <Figure value="1200" places={2} asset="USDT" /> },
                  { name: 'Rate at level 0', value: '0.10%' },
                  { name: 'Fee', value: <Figure value="1.2" places={2} asset="USDT" />, total: true },
                ]}
                footer={<a href="#overlays">Table of fees</a>}
              />
            </div>
          </Specimen>
        </div>
      </Card>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        closeLabel="Close"
        width="s"
        title="Reset the demo book?"
        description="Open positions are closed at the last price, then the book starts again."
        footer={
          <>
            <Button onClick={close}>Keep it</Button>
            <Button variant="danger" onClick={close}>
              Reset to 100,000 USDT
            </Button>
          </>
        }
      >
        <TextField label="Type RESET to confirm" />
      </Dialog>
      <BottomSheet
        open={open === 'sheet'}
        onClose={close}
        closeLabel="Close"
        title="Buy up on BTC/USDT"
        footer={
          <Button variant="up" size="l" full onClick={close}>
            Buy up for 100 USDT
          </Button>
        }
      >
        <KeyValue
          rows={[
            { id: 'entry', name: 'Entry', value: 'First price after acceptance' },
            { id: 'expiry', name: 'Expiry', value: '1 minute after entry' },
            {
              id: 'back',
              name: 'Paid back if right',
              value: <Figure value="182" places={2} asset="USDT" />,
              strong: true,
            },
          ]}
        />
      </BottomSheet>
    </Section>
  );
}
