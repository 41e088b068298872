import { createHash } from 'node:crypto';
import type { BodyOf, ResultOf } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { isNetworkName } from '@glasshouse/api/networks';
import { AddressDeriver } from '../../chains/derive-address.ts';
import { assetOn, type Family } from '../../chains/network.ts';
import { paymentLink } from '../../chains/payment-links.ts';
import { canonicalTxHash, txHashProblem } from '../../chains/tx-hash.ts';
import type { CoreBus } from '../../kernel/core/bus.ts';
import { isoTime } from '../../kernel/core/iso-time.ts';
import type { CommandAnswer } from '../../kernel/core/types.ts';
import { answerOf, type CallAnswer, done, refuse } from '../../platform/call.ts';
import { referenceOf } from '../funding/reference.ts';
import { confirmedCommand, seenCommand } from './chain-commands.ts';
import { addressSourceOf, confirmationsOn, type DepositMethodsDeps, depositSettings } from './methods.ts';
import { type PublishedAddress, publishedAddress } from './queries.ts';

export interface DepositServiceDeps extends DepositMethodsDeps {
  readonly bus: CoreBus;
  /** Random text. */
  readonly newId: () => string;
  readonly proofs: ProofFiles;
}

/** Proof images: a file serves one deposit of its owner. */
export interface ProofFiles {
  readonly claim: (userId: number, fileId: string, usedBy: string) => Promise<boolean>;
  readonly release: (usedBy: string) => Promise<void>;
}

/** Whose request it is, and the id of its command. */
interface Requester {
  readonly userId: number;
  readonly commandId: string;
}

/** Claims a deposit that somebody made. A proof that the core does not take is free again. */
export async function claimDeposit(
  { networks, proofs, bus }: DepositServiceDeps,
  { userId, commandId }: Requester,
  body: BodyOf<'requestDeposit'>,
): Promise<CallAnswer<CommandAnswer>> {
  const method = body.method ?? 'crypto';
  const network = method === 'bank' ? null : (body.network ?? null);
  const known = network === null ? undefined : networks.networkOf(network);
  if (method === 'crypto' && (known === undefined || assetOn(known, body.symbol) === undefined)) {
    return refuse(code.networkUnsupported, 'network');
  }
  const typedHash = body.txHash?.trim();
  if (known !== undefined && typedHash !== undefined && txHashProblem(known, typedHash) !== undefined) {
    return refuse(code.transactionHashWrong, 'txHash');
  }
  const hash = typedHash === undefined ? null : canonicalTxHash(typedHash);
  const usedBy = `deposit:${commandId}`;
  const proof = body.proofFileId ?? null;
  if (proof !== null && !(await proofs.claim(userId, proof, usedBy))) return refuse(code.fileNotFound, 'proofFileId');
  const claim = { method, asset: body.symbol, network, amount: body.amount, hash, proof };
  const answer = await bus.submit({ id: commandId, userId, book: 'real', type: 'deposits.claim', body: claim });
  if (answer.code !== 200 && proof !== null) await proofs.release(usedBy);
  return done(answer);
}

/** A transfer that no chain has seen, for sandboxes. The same request is the same transfer. */
export async function simulateTransfer(
  deps: DepositServiceDeps,
  { userId, commandId }: Requester,
  body: BodyOf<'simulateDeposit'>,
): Promise<CallAnswer<CommandAnswer>> {
  const at = await addressFor(deps, userId, body);
  if (!at.ok) return at;
  if (at.result.kind !== 'own') return refuse(code.networkUnsupported, 'network');
  const known = deps.networks.networkOf(body.network);
  const digest = createHash('sha256').update(`simulated ${commandId}`).digest('hex');
  const transfer = {
    userId,
    network: body.network,
    hash: known?.family === 'evm' ? `0x${digest}` : digest,
    output: 0,
    round: 1,
    address: at.result.address,
    asset: body.symbol,
    amount: body.amount,
    sender: null,
    block: 0,
    simulated: true,
  };
  const seen = await deps.bus.submit(seenCommand(transfer));
  if (seen.code !== 200) return answerOf<never>(seen);
  return done(await deps.bus.submit(confirmedCommand({ ...transfer, confirmations: at.result.confirmations })));
}

/** Publishes the address through the log before it is shown: `verify` knows all of them. */
export async function addressFor(
  deps: DepositServiceDeps,
  userId: number,
  query: { readonly symbol: string; readonly network: string },
): Promise<CallAnswer<ResultOf<'getDepositAddress'>>> {
  const settings = await depositSettings(deps.pool);
  const network = deps.networks.networkOf(query.network);
  const minimum = settings['deposit.minimums'][query.symbol];
  if (network === undefined || !isNetworkName(query.network)) return refuse(code.networkUnsupported, 'network');
  const carried = assetOn(network, query.symbol);
  const source = addressSourceOf(deps, settings, query.symbol, network);
  if (minimum === undefined || carried === undefined || source === undefined) {
    return refuse(code.networkUnsupported, 'symbol');
  }
  const isOwn = source.kind === 'own';
  const address = {
    family: isOwn ? network.family : `${query.symbol}.${query.network}`,
    address: isOwn ? derived(network.family, source.key, userId) : source.address,
    memo: isOwn ? '' : referenceOf(userId),
    path: isOwn ? userId : null,
    keyDigest: isOwn ? createHash('sha256').update(source.key).digest('hex') : '',
  };
  // Random: an address may be published again after the key was changed there and back.
  const id = `publish:${userId}:${deps.newId()}`;
  const known = await publishedAddress(deps.pool, userId, address);
  const answer =
    known ??
    answerOf<PublishedAddress>(
      await deps.bus.submit({ id, userId, book: 'real', type: 'deposits.publish', body: address }),
    );
  if (!answer.ok) return answer;
  const { memo, publishedAt, seq } = answer.result;
  return done({
    symbol: query.symbol,
    network: query.network,
    address: answer.result.address,
    memo: memo === '' ? null : memo,
    kind: source.kind,
    minimum,
    confirmations: confirmationsOn(settings, network),
    contract: carried.contract ?? null,
    uri:
      (isOwn ? paymentLink(network, { asset: query.symbol, address: answer.result.address }) : undefined) ??
      answer.result.address,
    publishedAt: isoTime(publishedAt),
    seq,
  });
}

/** One deriver for each key: making it costs more than an address. */
const derivers = new Map<string, AddressDeriver>();
const DERIVERS_MAX = 16;

function derived(family: Family, key: string, index: number): string {
  const name = `${family}/${key}`;
  let deriver = derivers.get(name);
  if (deriver === undefined) {
    if (DERIVERS_MAX <= derivers.size) derivers.clear();
    deriver = new AddressDeriver(family, key);
    derivers.set(name, deriver);
  }
  return deriver.address(index);
}
