import {
  Badge,
  Banner,
  Button,
  Card,
  EmptyState,
  Section,
  Skeleton,
  SkeletonBlock,
  SkeletonText,
  Stack,
  toasts,
} from '@glasshouse/ui';
import styles from './gallery.module.css';
import { Specimen } from './specimen.tsx';

export const FeedbackSection = () => (
  <Section id="feedback" title="Feedback" note="What happened, what is safe, what to do next.">
    <Stack gap={6}>
      <div className={styles.wideGrid}>
        <Specimen name="Banners">
          <Stack gap={2}>
            <Banner kind="info" action={<Button size="s">Switch to real</Button>}>
              Demo book: practice money, real prices
            </Banner>
            <Banner kind="reconnecting">Reconnecting. Prices are from 12:04:31.</Banner>
            <Banner kind="offline">You are offline. What you see is from your last visit.</Banner>
            <Banner kind="stale">The feed of this market has stopped. New orders are refused until it is back.</Banner>
          </Stack>
        </Specimen>
        <Specimen name="More banners">
          <Stack gap={2}>
            <Banner kind="info">All prices on this installation are simulated.</Banner>
            <Banner kind="success">Your identity has been verified.</Banner>
            <Banner kind="warning">Your withdrawal is held for 24 hours after the change of your password.</Banner>
            <Banner kind="danger">The order was not placed. Your balance has not changed.</Banner>
          </Stack>
        </Specimen>
      </div>
      <div className={styles.grid}>
        <Specimen name="Badges">
          <Stack row wrap gap={2}>
            <Badge>Closed</Badge>
            <Badge tone="success" dot>
              Open
            </Badge>
            <Badge tone="up">Won</Badge>
            <Badge tone="down">Lost</Badge>
            <Badge tone="warning">Pending</Badge>
            <Badge tone="danger">Rejected</Badge>
            <Badge tone="accent">New</Badge>
            <Badge tone="demo">Demo</Badge>
          </Stack>
        </Specimen>
        <Specimen name="Toasts">
          <Stack row wrap gap={2}>
            <Button
              onClick={() =>
                toasts.show({
                  title: 'Option bought',
                  note: 'Up, 100 USDT on BTC/USDT for 1 minute',
                  action: { label: 'Show receipt', onPress: () => location.assign('#ticket') },
                })
              }
            >
              Confirm something
            </Button>
            <Button onClick={() => toasts.show({ tone: 'info', title: 'You now use the demo book' })}>
              Say something
            </Button>
          </Stack>
        </Specimen>
        <Specimen name="Skeleton">
          <Stack row gap={3}>
            <Skeleton width="0.32rem" height="0.32rem" round />
            <div style={{ flex: 1 }}>
              <SkeletonText />
            </div>
          </Stack>
          <SkeletonBlock height="0.64rem" />
        </Specimen>
      </div>
      <div className={styles.wideGrid}>
        <Card flush>
          <EmptyState title="No statement lines yet" action={<Button variant="primary">Place a first option</Button>}>
            Every movement of your money will stand here, with what caused it.
          </EmptyState>
        </Card>
      </div>
    </Stack>
  </Section>
);
