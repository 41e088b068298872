import { AmountField, Banner, Button, Card, Figure, IconButton, Stack } from '@glasshouse/ui';
import { ArrowLeftRight } from '@glasshouse/ui/icon/icons';
import { loadable } from '../../api/loadable.ts';
import { useT } from '../../i18n/language.ts';
import { useBook } from '../../session/session.ts';
import { Available } from '../../shared/available.tsx';
import { FailureNote } from '../../shared/failure.tsx';
import { useFormat } from '../../shared/format.ts';
import { moneyPlaces } from '../../shared/money.tsx';
import { AssetPicker } from './asset-picker.tsx';
import styles from './convert.module.css';
import { QuoteFigures } from './quote-figures.tsx';
import { useAssets } from './use-assets.ts';
import { useConvert } from './use-convert.ts';

const CHIPS = [10, 25, 50, 100];
const DECIMALS = 8;

/** From, to, the firm price with what it costs, and the button that says exactly what will happen. */
export function ConvertForm({ onLines }: { onLines: (id: number) => void }) {
  const t = useT();
  const format = useFormat();
  const book = useBook();
  const state = useConvert();
  const query = useAssets();
  const list = loadable(query);
  const assets = list.state === 'ready' ? list.value : undefined;
  const { firm, money, done } = state;
  const { quote } = firm;
  const amountError =
    state.problem === undefined
      ? undefined
      : t(state.problem === 'empty' ? 'convert:enterAmount' : 'convert:notEnough', { asset: state.from });
  return (
    <Card demo={book === 'demo'}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          state.leave();
          void state.convert();
        }}
      >
        {list.state === 'error' && <FailureNote failure={list.failure} retry={list.retry} />}
        <div className={styles.give}>
          <div className={styles.side}>
            <AmountField
              className={styles.amount}
              label={t('convert:give')}
              error={amountError}
              value={state.amount}
              onChange={state.setAmount}
              onBlur={() => state.amount !== '' && state.leave()}
              asset=""
              decimals={DECIMALS}
              available={state.available}
              chips={CHIPS.map((percent) => ({
                percent,
                label: percent === 100 ? t('common:action.max') : format.percent(String(percent / 100)),
              }))}
            />
            <AssetPicker
              label={t('convert:from')}
              value={state.from}
              assets={assets}
              balances={state.owned}
              onChange={state.setFrom}
            />
          </div>
          {/* A line of its own: beside the label it takes a second one on a phone, and only once it is known. */}
          <p className={styles.available}>
            <Available value={state.available} asset={state.from} />
          </p>
        </div>
        <IconButton icon={ArrowLeftRight} label={t('convert:turn')} className={styles.turn} onClick={state.turn} />
        <div className={styles.side}>
          <div className={styles.receive}>
            <span className={styles.label}>{t('convert:receive')}</span>
            <span className={styles.received} aria-live="polite" aria-busy={firm.loading}>
              <Figure value={quote?.receive} places={quote === undefined ? 2 : moneyPlaces(quote.receive)} size="xl" />
            </span>
          </div>
          <AssetPicker
            label={t('convert:to')}
            value={state.to}
            assets={assets}
            balances={state.owned}
            onChange={state.setTo}
          />
        </div>
        <QuoteFigures firm={firm} from={state.from} to={state.to} />
        {firm.failure !== undefined && <FailureNote failure={firm.failure} retry={firm.renew} />}
        {state.late && <Banner kind="info">{t('convert:late')}</Banner>}
        {money.failure !== undefined && <FailureNote failure={money.failure} />}
        {done !== undefined && (
          <Banner
            kind="success"
            action={
              <Button size="s" onClick={() => onLines(done.id)}>
                {t('convert:lines')}
              </Button>
            }
          >
            {t('convert:done', {
              given: format.money(done.amount, done.from),
              received: format.money(done.received, done.to),
            })}
          </Banner>
        )}
        <Stack gap={2}>
          {firm.resting ? (
            <Button variant="primary" size="l" full onClick={firm.renew}>
              {t('convert:newPrice')}
            </Button>
          ) : (
            <Button type="submit" variant="primary" size="l" full disabled={quote === undefined} loading={money.busy}>
              {quote === undefined
                ? t('convert:convert')
                : t('convert:convertTo', {
                    given: format.money(quote.amount, quote.from),
                    received: format.money(quote.receive, quote.to),
                  })}
            </Button>
          )}
        </Stack>
      </form>
    </Card>
  );
}
