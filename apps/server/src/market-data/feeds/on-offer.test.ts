import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../instruments/catalogue/index.ts';
import { instrumentsOnOffer, parseNamedInstruments } from './on-offer.ts';

const NOBODY = { held: [], needed: [] };
const reasonsOf = (codes: readonly string[], others: { held?: readonly string[]; needed?: readonly string[] } = {}) =>
  Object.fromEntries(
    [...instrumentsOnOffer(new Set(codes), { ...NOBODY, ...others })].map(([{ code }, reason]) => [code, reason]),
  );

describe('INSTRUMENTS', () => {
  it('names codes, types of market and presets, in any mixture', () => {
    const parsed = parseNamedInstruments('metals, AAPL ETHBTC');
    expect(parsed).toEqual({
      ok: true,
      named: new Set(['XAUUSD', 'XAGUSD', 'XPTUSD', 'XPDUSD', 'AAPL', 'ETHBTC']),
    });
    expect(parseNamedInstruments('core,all')).toEqual({ ok: true, named: 'all' });
  });

  it.each([
    ['core,DOGEUSDX', /names DOGEUSDX: expected codes of the catalogue/],
    ['btcusdt', /names btcusdt:/],
    [',', /names nothing:/],
  ])('refuses %s in one line that names it', (text, problem) => {
    const parsed = parseNamedInstruments(text);
    expect(parsed).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });
});

describe('instruments on offer', () => {
  it('are the whole catalogue, in its order, by default', () => {
    expect([...instrumentsOnOffer('all', NOBODY).keys()]).toEqual(CATALOGUE);
  });

  it('include the legs of a cross, and what converts its quote into dollars', () => {
    expect(reasonsOf(['SOLETH'])).toEqual({ ETHUSDT: 'needed', SOLUSDT: 'needed', SOLETH: 'named' });
    expect(reasonsOf(['EURNOK'])).toEqual({ EURUSD: 'needed', USDNOK: 'needed', EURNOK: 'named' });
    expect(reasonsOf(['USDJPY', 'AAPL'])).toEqual({ USDJPY: 'named', AAPL: 'named' });
  });

  it('include what somebody holds, with its legs, and what the installation needs', () => {
    expect(reasonsOf(['AAPL'], { held: ['SGDJPY', 'USDTUSDT'], needed: ['XAUUSD', 'AAPL'] })).toEqual({
      AAPL: 'named',
      SGDJPY: 'held',
      XAUUSD: 'needed',
      USDSGD: 'needed',
      USDJPY: 'needed',
    });
  });
});
