import { code } from '@glasshouse/api/codes';
import { concatHex, encodeAbiParameters, getCreate2Address, type Hex, keccak256, padHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_CHAINS } from '../../../chains/settings.ts';
import { LocalChain } from '../../../chains/testing/local-chain.ts';
import { openTestGateway, TEST_SITE, TEST_START, type TestGateway } from '../../../http/testing/gateway.ts';
import { manualClock } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/log.ts';
import { withTestDatabase } from '../../../platform/test-database.ts';
import { FLOW_VALID_MS } from './flows.ts';
import { openSignIn } from './open-sign-in.ts';

/** Signing in by a wallet: over HTTP, with real keys and contracts on a real chain. */
const database = withTestDatabase();
const PASSWORD = 'nine brown owls';
const clock = manualClock(TEST_START);
let chain: LocalChain;
let gateway: TestGateway;

beforeAll(async () => {
  chain = await LocalChain.start();
  const log = createLog({ level: 'silent', name: 'test' });
  const signIn = openSignIn(
    { providers: [], wallet: true },
    { site: TEST_SITE, log, chains: NO_CHAINS, readGate: async () => 'require' },
  );
  const nodes = new Map([[chain.chainId, [chain.url]]]);
  gateway = await openTestGateway(database.pool, { signIn: { ...signIn, nodes }, clock });
}, 60_000);
afterAll(async () => {
  await gateway.app.close();
  await chain.stop();
});

const newWallet = () => privateKeyToAccount(generatePrivateKey());
type Wallet = ReturnType<typeof newWallet>;

async function ask(address: string, chainId = 1): Promise<string> {
  const { json } = await gateway.call('getWalletNonce', { query: `address=${address}&chainId=${chainId}` });
  return json.result.message;
}
const logIn = (message: string, signature: string, more: object = {}) =>
  gateway.call('loginWithWallet', { body: { message, signature, ...more } });
async function signIn(wallet: Wallet) {
  const message = await ask(wallet.address);
  return logIn(message, await wallet.signMessage({ message }));
}

let people = 0;
async function register() {
  people += 1;
  const body = { username: `Person${people}`, password: PASSWORD, confirmPassword: PASSWORD };
  const { json } = await gateway.call('register', { body });
  return { id: json.result.user.id as number, token: json.result.token as string };
}

describe('signing in by a wallet', () => {
  test('a new wallet registers its owner, and is known again on any chain', async () => {
    const wallet = newWallet();
    const first = await signIn(wallet);
    expect(first.json).toMatchObject({ code: 200, result: { user: { guest: false, email: null, username: null } } });
    expect(first.json.result.user.displayName).toBe(`${wallet.address.slice(0, 6)}…${wallet.address.slice(-4)}`);
    const message = await ask(wallet.address.toLowerCase(), 137);
    const again = await logIn(message, await wallet.signMessage({ message }));
    expect(again.json.result.user.id).toBe(first.json.result.user.id);
  });

  test('the message names site, account, chain, time and nothing that moves money', async () => {
    const wallet = newWallet();
    const message = await ask(wallet.address, 10);
    expect(message).toContain('http://localhost wants you to sign in with your Ethereum account:');
    for (const line of [wallet.address, 'URI: http://localhost', 'Chain ID: 10', 'Version: 1']) {
      expect(message).toContain(line);
    }
    expect(message).toContain(`Expiration Time: ${new Date(clock.now() + FLOW_VALID_MS).toISOString()}`);
  });

  test.each<[string, (message: string) => string]>([
    ['another domain', (message) => message.replace('localhost wants', 'evil.example wants')],
    ['another uri', (message) => message.replace('URI: http://localhost', 'URI: http://evil.example')],
    ['another chain', (message) => message.replace('Chain ID: 1', 'Chain ID: 5')],
    ['a later expiry', (message) => message.replace(/Expiration Time: \d{4}/, 'Expiration Time: 2036')],
    ['another statement', (message) => message.replace('Sign in to', 'Send money to')],
    ['a nonce of its own', (message) => message.replace(/Nonce: \w+/, 'Nonce: abcdefgh12345678')],
    ['no form at all', () => 'hello'],
  ])('%s is refused, though the owner signed it', async (_name, change) => {
    const wallet = newWallet();
    const message = change(await ask(wallet.address));
    const { json } = await logIn(message, await wallet.signMessage({ message }));
    expect(json.code).toBe(code.walletSignatureWrong);
  });

  test('somebody else’s signature, a broken one, and one for a transaction hash are refused', async () => {
    const wallet = newWallet();
    const thief = newWallet();
    const message = await ask(wallet.address);
    const signatures = [
      await thief.signMessage({ message }),
      `0x${'00'.repeat(65)}`,
      await wallet.sign({ hash: keccak256(`0x${Buffer.from(message).toString('hex')}`) }),
    ];
    for (const signature of signatures) {
      expect((await logIn(message, signature)).json.code).toBe(code.walletSignatureWrong);
    }
    expect((await logIn(message, await wallet.signMessage({ message }))).json.code).toBe(200);
  });

  test('a message serves once, for ten minutes, and for one of two at once', async () => {
    const wallet = newWallet();
    await signIn(wallet);
    const message = await ask(wallet.address);
    const signature = await wallet.signMessage({ message });
    const answers = await Promise.all([logIn(message, signature), logIn(message, signature)]);
    const codes = answers.map(({ json }) => json.code as number);
    expect(codes.toSorted((left, right) => left - right)).toEqual([200, code.walletSignatureWrong]);
    expect((await logIn(message, signature)).json.code).toBe(code.walletSignatureWrong);
    const staleMessage = await ask(wallet.address);
    clock.advance(FLOW_VALID_MS);
    expect((await logIn(staleMessage, await wallet.signMessage({ message: staleMessage }))).json.code).toBe(
      code.walletSignatureWrong,
    );
  });

  test('an invite code that does not exist is refused, and the message still serves', async () => {
    const wallet = newWallet();
    const message = await ask(wallet.address);
    const signature = await wallet.signMessage({ message });
    expect((await logIn(message, signature, { inviteCode: 'NOBODY' })).json.code).toBe(code.inviteCodeWrong);
    expect((await logIn(message, signature)).json.code).toBe(200);
  });
});

describe('linking a wallet', () => {
  const start = async (token: string, wallet: Wallet, password = PASSWORD) =>
    (await gateway.call('startWalletLink', { token, body: { address: wallet.address, chainId: 1, password } })).json;

  test('takes the password and a message of its own', async () => {
    const wallet = newWallet();
    const ann = await register();
    const eve = await register();
    expect((await start(ann.token, wallet, 'wrong')).code).toBe(code.passwordWrong);
    const login = await ask(wallet.address);
    const signed = async (message: string) => ({ message, signature: await wallet.signMessage({ message }) });
    expect((await gateway.call('linkWallet', { token: ann.token, body: await signed(login) })).json.code).toBe(
      code.walletSignatureWrong,
    );
    const { message } = (await start(ann.token, wallet)).result;
    expect((await logIn(message, (await signed(message)).signature)).json.code).toBe(code.walletSignatureWrong);
    expect((await gateway.call('linkWallet', { token: eve.token, body: await signed(message) })).json.code).toBe(
      code.walletSignatureWrong,
    );
    expect((await gateway.call('linkWallet', { token: ann.token, body: await signed(message) })).json.code).toBe(200);
    expect((await signIn(wallet)).json.result.user.id).toBe(ann.id);
    const second = (await start(eve.token, wallet)).result.message;
    expect((await gateway.call('linkWallet', { token: eve.token, body: await signed(second) })).json.code).toBe(
      code.signInTaken,
    );
  });

  test('whoever has only a wallet names an account with the first password', async () => {
    const { json } = await signIn(newWallet());
    const { token } = json.result;
    const body = { newPassword: PASSWORD, confirmPassword: PASSWORD };
    expect((await gateway.call('setFirstPassword', { token, body })).json.code).toBe(code.enterAccount);
    expect((await gateway.call('setFirstPassword', { token, body: { ...body, username: 'Person1' } })).json.code).toBe(
      code.usernameExists,
    );
    const named = { ...body, username: 'Walletless' };
    expect((await gateway.call('setFirstPassword', { token, body: named })).json.code).toBe(200);
    const login = await gateway.call('login', { body: { account: 'walletless', password: PASSWORD } });
    expect(login.json.result.user.id).toBe(json.result.user.id);
  });
});

/**
 * Bytecode of a wallet that is a contract: `isValidSignature` says yes (0x1626ba7e) when
 * `ecrecover` of hash and signature gives its owner.
 */
function contractOf(owner: string): Hex {
  const runtime = [
    // Hash to 0, r and s to 64, v to 32.
    '60206004600037',
    '60406064604037',
    '60a43560001a602052',
    // ecrecover of them to 0, compared with the owner.
    '6020600060806000600',
    '15afa50',
    `60005173${owner.slice(2).toLowerCase()}14`,
    // Times the magic value.
    '631626ba7e',
    '02',
    '60e01b',
    '600052',
    '60206000f3',
  ].join('');
  const size = (runtime.length / 2).toString(16).padStart(2, '0');
  return `0x60${size}600c60003960${size}6000f3${runtime}`;
}

/** A factory that everybody uses: salt and code as call data (Arachnid's). */
const FACTORY =
  '0x604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3';
const MAGIC = `0x${'6492'.repeat(16)}` as Hex;

describe('a wallet that is a contract', () => {
  const deploy = async (data: string): Promise<string> => {
    const hash = await chain.send({ data });
    await chain.mine();
    return ((await chain.call('eth_getTransactionReceipt', hash)) as { contractAddress: string }).contractAddress;
  };

  test('says itself who signs for it, on its own chain only', async () => {
    const owner = newWallet();
    const thief = newWallet();
    const address = await deploy(contractOf(owner.address));
    const message = await ask(address, chain.chainId);
    expect((await logIn(message, await thief.signMessage({ message }))).json.code).toBe(code.walletSignatureWrong);
    const signed = await logIn(message, await owner.signMessage({ message }));
    expect(signed.json.code).toBe(200);
    const { json } = await gateway.call('listLinkedSignIns', { token: signed.json.result.token });
    expect(json.result.wallets).toMatchObject([{ chainId: chain.chainId }]);
    const elsewhere = await ask(address, 1);
    expect((await logIn(elsewhere, await owner.signMessage({ message: elsewhere }))).json.code).toBe(
      code.walletSignatureWrong,
    );
  });

  test('signs before it is there, with what would make it (ERC-6492)', async () => {
    const owner = newWallet();
    const factory = (await deploy(FACTORY)) as Hex;
    const bytecode = contractOf(owner.address);
    const salt = padHex('0x07', { size: 32 });
    const address = getCreate2Address({ from: factory, salt, bytecode });
    const message = await ask(address, chain.chainId);
    const inner = await owner.signMessage({ message });
    const wrap = (signature: Hex): Hex =>
      concatHex([
        encodeAbiParameters(
          [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
          [factory, concatHex([salt, bytecode]), signature],
        ),
        MAGIC,
      ]);
    const foreign = await newWallet().signMessage({ message });
    expect((await logIn(message, wrap(foreign))).json.code).toBe(code.walletSignatureWrong);
    expect((await logIn(message, wrap(inner))).json.code).toBe(200);
    expect(await chain.call('eth_getCode', address, 'latest')).toBe('0x');
  });
});
