import { setTimeout as sleep } from 'node:timers/promises';
import { code } from '@glasshouse/api/codes';
import type { Customer, Sent } from './clients.ts';
import { expectOne, idOf, isAccepted, type Scene, simulateAndReview } from './errands.ts';

/** The plan of thirty days of a sandbox, and its least principal. */
const PLAN = { productId: 2, amount: '500' };
const LOAN = { amount: '500', termDays: 30 };
const PART = '50';
const SPENT = '25';
const PRICE_RETRY_MS = 250;
const PRICE_LIMIT_MS = 600_000;

/** What somebody has from the errands before. */
export interface Holdings {
  /** Works on sale. */
  readonly works: readonly number[];
  plan: number | undefined;
  loan: number | undefined;
}

/**
 * Plans, works, trades that earn their inviter something, and loans: every step is repeated under
 * its own key, which must change nothing.
 */
export async function useProducts(scene: Scene, customer: Customer, holdings: Holdings): Promise<void> {
  await simulateAndReview(scene, customer);
  await trade(scene, customer);
  // While a loan is open, nothing is sold for good.
  await giveBack(scene, customer, holdings);
  await plans(scene, customer, holdings);
  await buyWork(scene, customer, holdings);
  await borrow(scene, customer, holdings);
}

/** Sends it, and sends it once more; nothing where it was refused. */
async function twice(
  scene: Scene,
  customer: Customer,
  request: { readonly kind: Sent['kind']; readonly path: string; readonly body: object },
): Promise<Sent | undefined> {
  const sent = await onceTradable(() => customer.command(request.kind, request.path, () => request.body));
  if (!isAccepted(sent)) return void scene.findings.push(`${request.kind} ${sent.id} was refused: ${sent.code}`);
  const again = await customer.again(sent);
  if (!isAccepted(again)) scene.findings.push(`${request.kind} ${sent.id} was refused when repeated: ${again.code}`);
  return sent;
}

/** Nothing trades on a price from before a long outage: whoever is told so asks again. */
async function onceTradable(send: () => Promise<Sent>): Promise<Sent> {
  const startedAt = performance.now();
  for (;;) {
    const sent = await send();
    if (sent.code !== code.notTradable || PRICE_LIMIT_MS < performance.now() - startedAt) return sent;
    await sleep(PRICE_RETRY_MS);
  }
}

/** Its fee is rewarded in the same entry. */
async function trade(scene: Scene, customer: Customer): Promise<void> {
  const body = { code: 'BTCUSDT', side: 'buy', type: 'market', amount: SPENT };
  await twice(scene, customer, { kind: 'trade', path: '/order/submit', body });
}

async function plans(scene: Scene, customer: Customer, holdings: Holdings): Promise<void> {
  const buy = async (): Promise<number | undefined> => {
    const bought = await twice(scene, customer, { kind: 'buyPlan', path: '/order/buySmart', body: PLAN });
    return bought === undefined ? undefined : idOf(bought);
  };
  const before = holdings.plan ?? (await buy());
  if (before !== undefined) {
    await twice(scene, customer, { kind: 'exitPlan', path: '/order/exitSmart', body: { id: before } });
  }
  // So that one earns whenever the books are looked at.
  holdings.plan = await buy();
}

async function buyWork(scene: Scene, customer: Customer, { works }: Holdings): Promise<void> {
  await twice(scene, customer, { kind: 'buyNft', path: '/user/buyNft', body: { id: works[0], quantity: 1 } });
}

async function giveBack(scene: Scene, customer: Customer, holdings: Holdings): Promise<void> {
  if (holdings.loan !== undefined) await repay(scene, customer, { id: holdings.loan });
  holdings.loan = undefined;
}

const repay = (scene: Scene, customer: Customer, body: object): Promise<Sent | undefined> =>
  twice(scene, customer, { kind: 'repayLoan', path: '/user/repayLoan', body });

/** Borrows, and repays a part of it. */
async function borrow(scene: Scene, customer: Customer, holdings: Holdings): Promise<void> {
  const id = await request(scene, customer);
  if (id === undefined) return;
  const review = { decision: 'approve', reason: 'identity and pledge were checked' };
  const both = [scene.first, scene.second].map((operator) =>
    operator.command('reviewLoan', `/loans/${id}/review`, review),
  );
  if (!expectOne(scene, `the payout of loan ${id}`, await Promise.all(both))) return;
  holdings.loan = id;
  await repay(scene, customer, { id, amount: PART });
}

async function request(scene: Scene, customer: Customer): Promise<number | undefined> {
  const agreement = await agree(customer);
  const signature = { typed: 'Anna Lindqvist' };
  const body = { ...LOAN, agreementId: agreement, signature };
  const requested = await twice(scene, customer, { kind: 'requestLoan', path: '/user/loan', body });
  return requested === undefined ? undefined : idOf(requested);
}

/** An agreement promises nothing: one whose answer was lost is made again. */
async function agree(customer: Customer): Promise<number> {
  const { id } = (await customer.insist('/user/loanAgreement', LOAN)) as { id: number };
  return Number(id);
}
