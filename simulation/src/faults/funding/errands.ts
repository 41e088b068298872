import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalChain } from '@glasshouse/server/chains/testing/local-chain';
import { type Customer, type Operator, PASSWORD, type Sent, SUCCESS } from './clients.ts';

/** Confirmations that a deposit and a payout need, with one to spare. */
const BLOCKS = 13;
const USDT_UNIT = 10n ** 6n;
/** Small enough to be credited without a review. */
export const CREDITED_AT_ONCE = 300;
const TRANSFER = 250;
const REVIEWED = 20_000;
const ONE_PERSON = '200';
const TWO_PERSONS = '12000';
const NETWORK = 'ERC20';

/** Money that was sent to a person's address on the chain. */
export interface Transfer {
  readonly hash: string;
  readonly userId: number;
  readonly amount: number;
}

export interface Scene {
  readonly chain: LocalChain;
  readonly token: string;
  readonly first: Operator;
  readonly second: Operator;
  /** Approves nothing, and pays. */
  readonly payer: Operator;
  /** A code for the second step of a withdrawal, in place of the last one. */
  readonly newCode: (email: string) => Promise<string>;
  readonly transfers: Transfer[];
  /** Requested and left alone: approved, or not even that. */
  readonly left: { readonly customer: Customer; readonly id: number; readonly isApproved: boolean }[];
  readonly findings: string[];
  readonly onTransfer: () => void;
}

export const isAccepted = ({ code }: Sent): boolean => code === SUCCESS;
export const idOf = ({ result }: Sent): number => Number((result as { readonly id: number }).id);

/** Exactly one of those who sent the same decision may succeed. */
export function expectOne(scene: Scene, what: string, sent: readonly Sent[]): boolean {
  const count = sent.filter(isAccepted).length;
  if (count !== 1) scene.findings.push(`${what} was accepted ${count} times: ${sent.map(({ code }) => code)}`);
  return count === 1;
}

/** One person's errands, one after the other: every step of money in and money out. */
export async function runErrands(scene: Scene, customer: Customer, address: string): Promise<void> {
  await depositOnChain(scene, customer, address);
  await simulateAndReview(scene, customer);
  await finishLeft(scene, customer);
  await withdrawWithTwoPersons(scene, customer);
  await cancelOrApprove(scene, customer);
  await leave(scene, customer);
}

async function depositOnChain(scene: Scene, { userId }: Customer, address: string): Promise<void> {
  const { chain, token } = scene;
  const hash = await chain.sendToken(token, { to: address, units: BigInt(TRANSFER) * USDT_UNIT });
  scene.transfers.push({ hash, userId, amount: TRANSFER });
  await chain.mine(BLOCKS);
  scene.onTransfer();
}

export async function simulateAndReview(scene: Scene, customer: Customer): Promise<void> {
  const body = { symbol: 'USDT', network: NETWORK, amount: String(REVIEWED) };
  const made = await customer.command('simulate', '/user/simulateRecharge', () => body);
  if (!isAccepted(made)) return void scene.findings.push(`a simulated transfer was refused: ${made.code}`);
  const review = { decision: 'approve', reason: 'looked at the transfer' };
  const path = `/deposits/${idOf(made)}/review`;
  const both = [scene.first, scene.second].map((operator) => operator.command('reviewDeposit', path, review));
  expectOne(scene, `the review of deposit ${idOf(made)}`, await Promise.all(both));
}

async function request(scene: Scene, customer: Customer, amount: string): Promise<number | undefined> {
  const sent = await customer.command('requestWithdrawal', '/user/withdrawal', async () => ({
    method: 'crypto',
    symbol: 'USDT',
    network: NETWORK,
    address: scene.chain.accounts[5],
    amount,
    withdrawalPassword: `${PASSWORD} too`,
    code: await scene.newCode(customer.email),
  }));
  if (isAccepted(sent)) return idOf(sent);
  scene.findings.push(`a withdrawal was refused: ${sent.code}`);
  return undefined;
}

const APPROVE = { decision: 'approve', reason: 'a known person' };

async function withdrawWithTwoPersons(scene: Scene, customer: Customer): Promise<void> {
  const id = await request(scene, customer, TWO_PERSONS);
  if (id === undefined) return;
  const requested = await scene.first.command('reviewWithdrawal', `/withdrawals/${id}/review`, APPROVE);
  const { state, request: number } = (requested.result ?? {}) as { state?: string; request?: number };
  if (state !== 'waiting')
    return void scene.findings.push(`withdrawal ${id} needed no second person: ${requested.code}`);
  const verdict = { verdict: 'approve', reason: 'looked at it too' };
  const path = `/requests/${number}/decide`;
  const own = await scene.first.command('decide', path, verdict);
  if (isAccepted(own)) scene.findings.push(`request ${number} was approved by who asked for it`);
  const decided = [1, 2].map(() => scene.second.command('decide', path, verdict));
  if (expectOne(scene, `request ${number}`, await Promise.all(decided))) await pay(scene, id, Number(TWO_PERSONS));
}

/** Puts it into a batch, pays it on the chain, and says so twice. */
async function pay(scene: Scene, id: number, amount: number): Promise<void> {
  const { chain, token, payer } = scene;
  const batch = { ids: [id], reason: 'payouts of today' };
  const batched = await Promise.all([1, 2].map(() => payer.command('batch', '/payouts', batch)));
  expectOne(scene, `the batch with withdrawal ${id}`, batched);
  const received = Math.round((amount - Math.max(2, amount * 0.002)) * 1e6);
  const hash = await chain.sendToken(token, { to: chain.accounts[5]!, units: BigInt(received) });
  await chain.mine();
  const sent = { hash, reason: 'signed by the treasury' };
  const path = `/withdrawals/${id}/sent`;
  const marked = await Promise.all([1, 2].map(() => payer.command('markSent', path, sent)));
  expectOne(scene, `the payout of withdrawal ${id}`, marked);
  await chain.mine(BLOCKS);
}

/** The person cancels while an operator approves. */
async function cancelOrApprove(scene: Scene, customer: Customer): Promise<void> {
  const id = await request(scene, customer, ONE_PERSON);
  if (id === undefined) return;
  const [cancelled, approved] = await Promise.all([
    customer.command('cancelWithdrawal', '/user/cancelWithdrawal', () => ({ id })),
    scene.first.command('reviewWithdrawal', `/withdrawals/${id}/review`, APPROVE),
  ]);
  expectOne(scene, `cancelling or approving withdrawal ${id}`, [cancelled!, approved!]);
  if (isAccepted(approved!)) scene.left.push({ customer, id, isApproved: true });
}

/** So that something is held whenever the books are looked at. */
async function leave(scene: Scene, customer: Customer): Promise<void> {
  const id = await request(scene, customer, ONE_PERSON);
  if (id !== undefined) scene.left.push({ customer, id, isApproved: false });
}

/** What was left the last time is paid, or cancelled where nobody approved it. */
async function finishLeft(scene: Scene, customer: Customer): Promise<void> {
  for (;;) {
    const index = scene.left.findIndex((entry) => entry.customer === customer);
    const [found] = index < 0 ? [] : scene.left.splice(index, 1);
    if (found === undefined) return;
    if (found.isApproved) await pay(scene, found.id, Number(ONE_PERSON));
    else {
      const sent = await customer.command('cancelWithdrawal', '/user/cancelWithdrawal', () => ({ id: found.id }));
      if (!isAccepted(sent)) scene.findings.push(`withdrawal ${found.id} could not be cancelled: ${sent.code}`);
    }
  }
}

/** Whoever is frozen gets nothing out, whatever happens to the server meanwhile. */
export async function freezeAndRelease(scene: Scene, customer: Customer): Promise<void> {
  const path = `/users/${customer.userId}/standing`;
  const frozen = await scene.first.command('standing', path, { status: 'frozen', reason: 'a question is open' });
  if (!isAccepted(frozen)) return void scene.findings.push(`freezing was refused: ${frozen.code}`);
  await sleep(20);
  const body = { symbol: 'USDT', network: NETWORK, amount: String(REVIEWED), method: 'crypto', txHash: hashOf(frozen) };
  const tried = await customer.command('report', '/user/recharge', () => body);
  if (isAccepted(tried)) scene.findings.push(`user ${customer.userId} reported a deposit although frozen`);
  const active = await scene.second.command('standing', path, { status: 'active', reason: 'the question is answered' });
  if (!isAccepted(active)) scene.findings.push(`releasing was refused: ${active.code}`);
}

const hashOf = ({ id }: Sent): string => `0x${Buffer.from(id).toString('hex').padEnd(64, '0').slice(0, 64)}`;
