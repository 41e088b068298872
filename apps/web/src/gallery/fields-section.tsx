import { AmountField, Card, Icon, PasswordField, Section, TextField } from '@glasshouse/ui';
import { Mail, Search } from '@glasshouse/ui/icons';
import { useState } from 'react';
import styles from './gallery.module.css';
import { Specimen } from './specimen.tsx';

const CHIPS = [25, 50, 75, 100].map((percent) => ({ percent, label: percent === 100 ? 'Max' : `${percent}%` }));

export function FieldsSection() {
  const [amount, setAmount] = useState('0.02');
  const [password, setPassword] = useState('correct horse');
  return (
    <Section
      id="fields"
      title="Fields"
      note="Errors stand at the field, say what to do, and never clear what was typed."
    >
      <Card>
        <div className={styles.grid}>
          <Specimen name="Text">
            <TextField label="Username" placeholder="3 to 20 letters and digits" hint="Others do not see it." />
          </Specimen>
          <Specimen name="With an error">
            <TextField
              label="Email"
              type="email"
              defaultValue="grace@example"
              start={<Icon of={Mail} />}
              error="This is not a complete address. Check the part after the @."
            />
          </Specimen>
          <Specimen name="Disabled">
            <TextField label="Invite code" defaultValue="GH-4821" disabled />
          </Specimen>
          <Specimen name="Search">
            <TextField
              label="Search markets"
              hideLabel
              type="search"
              placeholder="Search markets"
              start={<Icon of={Search} />}
            />
          </Specimen>
          <Specimen name="Password">
            <PasswordField
              label="Password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              showPasswordLabel="Show password"
              hidePasswordLabel="Hide password"
              capsLockHint="Caps Lock is on."
              aside={<a href="#fields">Forgotten?</a>}
            />
          </Specimen>
          <Specimen name="Amount">
            <AmountField
              label="Quantity"
              value={amount}
              onChange={setAmount}
              asset="BTC"
              decimals={8}
              step="0.01"
              available="0.4810250"
              chips={CHIPS}
              stepLabels={{ less: 'Less', more: 'More' }}
              hint="Smallest order 0.0001 BTC"
            />
          </Specimen>
        </div>
      </Card>
    </Section>
  );
}
