// @vitest-environment happy-dom
/** The seal of an option that was lost, from its receipt and the published keys. */
import type { ResultOf } from '@glasshouse/api';
import { code } from '@glasshouse/api/codes';
import { writeStored } from '@glasshouse/app/session/storage';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { CUSTOMER, show } from '@glasshouse/app/testing/show.tsx';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { lostOption, SIGNER } from '../../testing/evidence.ts';
import { RowSeal } from './row-seal.tsx';

type Evidence = ResultOf<'getOptionOrder'>;
const KEYS: ResultOf<'listPublicKeys'> = [
  { keyId: '1', algorithm: 'ed25519', publicKey: SIGNER, validFrom: '2026-01-01T00:00:00.000Z', validTo: null },
];

beforeEach(() => writeStored('glasshouse.signingKeys', '[]'));

async function showSeal(evidence: Evidence) {
  const server = new FakeServer()
    .on('getOptionOrder', () => evidence)
    .on('listPublicKeys', () => KEYS)
    .on('getAnchor', () => new Refusal(code.nothingFound, 'No anchor yet.'));
  const shown = await show(<RowSeal product="options" id={evidence.id} />, {
    namespaces: ['trade', 'portfolio', 'errors'],
    account: CUSTOMER,
    book: 'demo',
  });
  return { ...shown, server };
}

test('closes once every price of the order is in a minute that a known key signed', async () => {
  const { t } = await showSeal(lostOption());
  expect(await screen.findByRole('img', { name: t('portfolio:latest.proved') })).toBeDefined();
});

test('stays open while a minute is not signed yet', async () => {
  const evidence = lostOption();
  const [first, ...others] = evidence.receipt!.ticks;
  const unsigned = { ...evidence.receipt!, ticks: [{ ...first!, receipt: null }, ...others] };
  const { server, client } = await showSeal({ ...evidence, receipt: unsigned });
  await expect.poll(() => server.sent('listPublicKeys').length).toBe(1);
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(screen.queryByRole('img')).toBeNull();
});

test('breaks where this device knows another key', async () => {
  writeStored('glasshouse.signingKeys', JSON.stringify(['00'.repeat(32)]));
  const { t } = await showSeal(lostOption());
  expect(await screen.findByRole('img', { name: t('trade:receipt.notFit') })).toBeDefined();
});
