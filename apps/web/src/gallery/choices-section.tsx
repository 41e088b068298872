import {
  Button,
  Card,
  Checkbox,
  InstrumentLogo,
  Menu,
  Section,
  Segmented,
  Select,
  Slider,
  Stack,
  Switch,
  Tabs,
} from '@glasshouse/ui';
import { ChartLine, ChevronDown, LogOut, Monitor, Moon, Sun } from '@glasshouse/ui/icons';
import { useState } from 'react';
import styles from './gallery.module.css';
import { Specimen } from './specimen.tsx';

const ASSETS = ['USDT', 'BTC', 'ETH', 'SOL'].map((value) => ({
  value,
  label: value,
  start: <InstrumentLogo code={value} size="s" />,
}));

export function ChoicesSection() {
  const [asset, setAsset] = useState('USDT');
  const [network, setNetwork] = useState<string>();
  const [side, setSide] = useState('up');
  const [tab, setTab] = useState('open');
  const [confirm, setConfirm] = useState(true);
  const [leverage, setLeverage] = useState(10);
  const [sounds, setSounds] = useState(false);
  const [agreed, setAgreed] = useState(true);
  const [theme, setTheme] = useState('system');
  return (
    <Section id="choices" title="Choices">
      <Card>
        <div className={styles.grid}>
          <Specimen name="Select">
            <Stack gap={3}>
              <Select label="Asset" value={asset} onChange={setAsset} options={ASSETS} />
              <Select
                label="Network"
                value={network}
                onChange={setNetwork}
                placeholder="Choose a network"
                error="Choose the network that you send on."
                options={[
                  { value: 'erc20', label: 'Ethereum', note: 'ERC-20, about 4 minutes' },
                  { value: 'trc20', label: 'Tron', note: 'TRC-20, about 1 minute' },
                  { value: 'sol', label: 'Solana', note: 'Not available now', disabled: true },
                ]}
              />
            </Stack>
          </Specimen>
          <Specimen name="Menu">
            <Menu
              label="Account"
              head="grace@example.org"
              items={[
                {
                  id: 'system',
                  label: 'Follow the system',
                  icon: Monitor,
                  group: 'Theme',
                  selected: theme === 'system',
                  onSelect: () => setTheme('system'),
                },
                {
                  id: 'light',
                  label: 'Light',
                  icon: Sun,
                  group: 'Theme',
                  selected: theme === 'light',
                  onSelect: () => setTheme('light'),
                },
                {
                  id: 'dark',
                  label: 'Dark',
                  icon: Moon,
                  group: 'Theme',
                  selected: theme === 'dark',
                  onSelect: () => setTheme('dark'),
                },
                { id: 'out', label: 'Log out', icon: LogOut, danger: true, onSelect: () => setTheme('system') },
              ]}
            >
              {(anchor) => (
                <Button {...anchor} iconEnd={ChevronDown}>
                  Account
                </Button>
              )}
            </Menu>
          </Specimen>
          <Specimen name="Segmented">
            <Stack gap={3} align="start">
              <Segmented
                label="Direction"
                value={side}
                onChange={setSide}
                options={[
                  { value: 'up', label: 'Up', tone: 'up' },
                  { value: 'down', label: 'Down', tone: 'down' },
                ]}
              />
              <Segmented
                size="s"
                label="View"
                value="line"
                onChange={() => undefined}
                options={[
                  { value: 'line', label: 'Line', icon: ChartLine },
                  { value: 'depth', label: 'Depth' },
                  { value: 'trades', label: 'Trades', disabled: true },
                ]}
              />
            </Stack>
          </Specimen>
          <Specimen name="Tabs">
            <Tabs
              label="Orders"
              value={tab}
              onChange={setTab}
              tabs={[
                { value: 'open', label: 'Open', count: '3' },
                { value: 'history', label: 'History' },
                { value: 'balances', label: 'Balances' },
              ]}
            >
              What is {tab} stands here.
            </Tabs>
          </Specimen>
          <Specimen name="Slider">
            <Slider label="Leverage" min={1} max={100} value={leverage} onChange={setLeverage} />
          </Specimen>
          <Specimen name="Switch">
            <Stack gap={1}>
              <Switch
                spread
                label="Confirm each order"
                hint="Ask once more before money moves."
                checked={confirm}
                onChange={setConfirm}
              />
              <Switch spread label="Sounds" checked={sounds} onChange={setSounds} />
              <Switch
                spread
                label="Smart trading"
                hint="Needs the real book."
                checked={false}
                onChange={setSounds}
                disabled
              />
            </Stack>
          </Specimen>
          <Specimen name="Checkbox">
            <Stack gap={1}>
              <Checkbox label="I have read the terms" checked={agreed} onChange={setAgreed} />
              <Checkbox label="Keep me informed" checked={false} onChange={setAgreed} />
              <Checkbox label="I am of age" checked={false} onChange={setAgreed} error="Please confirm to go on." />
            </Stack>
          </Specimen>
        </div>
      </Card>
    </Section>
  );
}
