import { type Address, type Hex, parseAbi, parseSignature, parseUnits, zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { erc20AuthorizationAbi } from '@/lib/evm/abi/erc20-authorization';
import { readTokenDomain } from '@/lib/evm/token-domain';
import { readAuthorization, walletTransferMessage } from '@/lib/evm/wallet-transfer';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { senderOn } from '../../support/api-deposit';
import { tokenOf } from '../../support/api-sign-in';
import { jobOf, quoteOf, reaches } from '../../support/api-transfers';
import {
  listTokens,
  queueWalletTransfer,
  type SignedWalletTransfer,
  sendWalletTransfer,
  signWalletTransfer,
  usedNonces,
  walletBalanceOf,
} from '../../support/api-wallet-transfers';
import { type RelayerKeys, relayerKeys, type SenderProcess, startRelayer } from '../../support/relayer';
import { FACTORY } from '../../support/smart-account';
import { until } from '../../support/until';

const alice = demoAccount(1);
const bob = demoAccount(2);
/** IDs of listed coins. The first three are those of a local start. */
const coin = { ETH: 1, tUSDT: 2, WETH: 4 };
const awkward = {
  CircleToken: 101,
  FeeAuthorizationToken: 102,
  WrongDomainToken: 103,
  SilentToken: 104,
  CostlyToken: 105,
};
const tokenAbi = parseAbi([
  'function setRounds(uint256 rounds)',
  'function setPaused(bool on)',
  'function setBlocked(address account, bool on)',
  'function transfer(address to, uint256 value) returns (bool)',
]);
let backend: Backend;
let keys: RelayerKeys;
let token: string;
let tokens: Record<keyof typeof awkward, Address>;
const running: SenderProcess[] = [];
const start = async () => {
  const relayer = await startRelayer(keys);
  running.push(relayer);
  return relayer;
};
const stopAll = () => Promise.all(running.splice(0).map((relayer) => relayer.stop()));

beforeAll(async () => {
  backend = await startBackend({ pools: true, env: { RELAYER_DAILY_TRANSFERS: '1000' } });
  const [chain] = backend.chains;
  token = await tokenOf(alice);
  keys = await relayerKeys(backend.dir, [chain]);
  tokens = await listTokens(chain, backend, awkward);
});
afterEach(stopAll);
afterAll(() => backend.stop());

const someone = () => privateKeyToAccount(generatePrivateKey()).address;
const sign = (value: bigint, to: Address = bob.address, of?: Address) =>
  signWalletTransfer(backend.chains[0], alice, { to, value, ...(of ? { token: of } : {}) });
const queue = async (value: bigint, to?: Address) => {
  const signed = await sign(value, to);
  await queueWalletTransfer(backend.chains[0], token, signed);
  return signed;
};
const walletRoute = async (coinId: number, session = token) =>
  (await quoteOf(backend.chains[0], session, { coinId, to: bob.address })).routes[1];
const isOffered = (coinId: number, session = token) =>
  until(async () => (await walletRoute(coinId, session))?.isAvailable, 'a relayer that runs');

/** Sends a contract call and waits for its receipt. */
const call = async (
  account: typeof alice,
  request: Parameters<ReturnType<typeof senderOn>['writeContract']>[0],
) => {
  const sender = senderOn(backend.chains[0], account);
  const hash = await sender.writeContract(request);
  await sender.waitForTransactionReceipt({ hash });
  return hash;
};

/** Submits a signed transfer as anyone can. */
function submit(account: typeof alice, { token: address, ...signed }: SignedWalletTransfer): Promise<Hex> {
  const { r, s, yParity } = parseSignature(signed.signature);
  const { from, to, value, validAfter, validBefore, nonce } = signed;
  return call(account, {
    address,
    abi: erc20AuthorizationAbi,
    functionName: 'transferWithAuthorization',
    args: [from, to, value, validAfter, validBefore, nonce, 27 + yParity, r, s],
    chain: backend.chains[0].client.chain,
    account,
  });
}

test('FREE-1 a signed transfer between wallets arrives, and costs its sender nothing', async () => {
  const [chain] = backend.chains;
  await start();
  await isOffered(coin.tUSDT);
  const before = await chain.client.getBalance({ address: alice.address });
  const had = await walletBalanceOf(chain, chain.token, alice.address);
  const [amount, to] = [parseUnits('25', 6), someone()];
  const signed = await sign(amount, to);
  expect(await queueWalletTransfer(chain, token, signed)).toMatchObject({
    id: signed.id,
    route: 'wallet',
    nonce: signed.nonce,
    state: 'queued',
  });
  const job = await reaches(token, signed.id, 'confirmed');
  expect(job).toMatchObject({ amountRaw: String(amount), token: chain.token, to, reason: null });
  const { from } = await chain.client.getTransaction({ hash: job.txHash ?? '0x' });
  expect(from.toLowerCase()).toBe(keys.addresses.get(chain.id)?.toLowerCase());
  expect(await walletBalanceOf(chain, chain.token, to)).toBe(amount);
  expect(await walletBalanceOf(chain, chain.token, alice.address)).toBe(had - amount);
  expect(await chain.client.getBalance({ address: alice.address })).toBe(before);
  expect(await queueWalletTransfer(chain, token, signed)).toMatchObject({ state: 'confirmed' });
});

test('FREE-2 the wallet is offered for tokens that execute what is signed for their domain', async () => {
  const [chain] = backend.chains;
  await start();
  await isOffered(coin.tUSDT);
  expect(await walletRoute(coin.tUSDT)).toMatchObject({
    isAvailable: true,
    verifyingContract: chain.token,
    domainName: 'Test USDT',
    domainVersion: '1',
  });
  expect(await walletRoute(awkward.CircleToken)).toMatchObject({
    isAvailable: true,
    domainName: 'USD Coin',
    domainVersion: '2',
  });
  for (const coinId of [coin.ETH, coin.WETH, awkward.WrongDomainToken])
    expect(await walletRoute(coinId)).toMatchObject({ isAvailable: false, reason: 'unsupported' });
  expect(await readTokenDomain(chain.client, chain.id, tokens.WrongDomainToken)).toBeNull();
  const { signature, ...rest } = await sign(1n);
  expect(await sendWalletTransfer(chain, token, { ...rest, signature, token: zeroAddress })).toMatchObject({
    code: 422,
    data: { reason: 'unsupported' },
  });
});

test('FREE-2 forged, used, expired, uncovered, and blocked transfers and those with a fee are refused', async () => {
  const [chain] = backend.chains;
  await start();
  await isOffered(coin.tUSDT);
  await stopAll();
  const refused = async (signed: SignedWalletTransfer, reason: string) =>
    expect(await sendWalletTransfer(chain, token, signed)).toMatchObject({ code: 422, data: { reason } });
  const good = await sign(10n);
  await refused({ ...good, value: 11n }, 'InvalidSignature');
  await refused({ ...good, signature: `${good.signature}00` }, 'InvalidSignature');
  const domain = await readTokenDomain(chain.client, chain.id, chain.token);
  if (!domain) throw new Error('no domain');
  for (const other of [
    { ...domain, chainId: chain.id + 1 },
    { ...domain, version: '2' },
    { ...domain, verifyingContract: tokens.CircleToken },
  ]) {
    const signature = await alice.signTypedData(walletTransferMessage(other, good));
    await refused({ ...good, signature }, 'InvalidSignature');
  }
  await refused(await sign(10n, alice.address), 'InvalidRecipient');
  await refused(await sign(10n, chain.token), 'InvalidRecipient');
  await refused(await sign(10n ** 15n), 'InsufficientBalance');
  await refused(
    await signWalletTransfer(chain, alice, { to: bob.address, value: 1n, validBefore: 1n }),
    'ExpiredSignature',
  );
  await submit(bob, good);
  await refused(good, 'NonceUsed');
  await refused(await sign(1_000n, bob.address, tokens.FeeAuthorizationToken), 'TokenFee');
  await refused(await sign(1_000n, bob.address, tokens.SilentToken), 'TokenRefused');
  const circle = {
    address: tokens.CircleToken,
    abi: tokenAbi,
    chain: chain.client.chain,
    account: bob,
  } as const;
  await call(bob, { ...circle, functionName: 'setBlocked', args: [bob.address, true] });
  await refused(await sign(1n, bob.address, tokens.CircleToken), 'TokenRefused');
  await call(bob, { ...circle, functionName: 'setBlocked', args: [bob.address, false] });
  await call(bob, { ...circle, functionName: 'setPaused', args: [true] });
  await refused(await sign(1n, bob.address, tokens.CircleToken), 'TokenRefused');
  await call(bob, { ...circle, functionName: 'setPaused', args: [false] });
});

test('FREE-2 an account with a delegation uses the route if the token accepts its key', async () => {
  const [chain] = backend.chains;
  const owner = demoAccount(3);
  const session = await tokenOf(owner);
  await start();
  await isOffered(awkward.CircleToken, session);
  await chain.client.setCode({ address: owner.address, bytecode: `0xef0100${FACTORY.slice(2)}` });
  expect(await walletRoute(awkward.CircleToken, session)).toMatchObject({ reason: 'unsupported' });
  expect(await walletRoute(coin.tUSDT, session)).toMatchObject({ isAvailable: true });
  const signed = await signWalletTransfer(chain, owner, { to: bob.address, value: 5n });
  await queueWalletTransfer(chain, session, signed);
  const { txHash } = await reaches(session, signed.id, 'confirmed');
  // What the account's code could use up.
  expect((await chain.client.getTransaction({ hash: txHash ?? '0x' })).gas).toBeLessThan(200_000n);
  await chain.client.setCode({ address: owner.address, bytecode: '0x00' });
  expect(await walletRoute(coin.tUSDT, session)).toMatchObject({ reason: 'unsupported' });
});

test('FREE-3 an account can’t sign away more than its balance while transfers wait', async () => {
  const [chain] = backend.chains;
  const owner = demoAccount(4);
  const session = await tokenOf(owner);
  await start();
  await isOffered(coin.tUSDT, session);
  await stopAll();
  const most = await walletBalanceOf(chain, chain.token, owner.address);
  const values = [most - 10n, 5n, 6n];
  const signed = await Promise.all(
    values.map((value) => signWalletTransfer(chain, owner, { to: someone(), value })),
  );
  const answers = await Promise.all(signed.map((one) => sendWalletTransfer(chain, session, one)));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(2);
  expect(answers.find(({ code }) => code !== 200)).toMatchObject({ data: { reason: 'InsufficientBalance' } });
});

test('FREE-5 a refused transfer in any position of a batch changes no other', async () => {
  const [chain] = backend.chains;
  const payer = demoAccount(5);
  const session = await tokenOf(payer);
  await start();
  await isOffered(coin.tUSDT);
  await stopAll();
  const had = await walletBalanceOf(chain, chain.token, payer.address);
  for (const position of [0, 2, 4]) {
    const to = someone();
    const bad = await signWalletTransfer(chain, payer, { to, value: had });
    const jobs: SignedWalletTransfer[] = [];
    for (let index = 0; index < 5; index += 1)
      if (index === position) await queueWalletTransfer(chain, session, bad);
      else jobs.push(await queue(100n, to));
    // Empties the balance after signing, and fills it again.
    const give = {
      address: chain.token,
      abi: tokenAbi,
      functionName: 'transfer',
      chain: chain.client.chain,
    } as const;
    await call(payer, { ...give, args: [bob.address, had], account: payer });
    const relayer = await start();
    for (const { id } of jobs) await reaches(token, id, 'confirmed');
    expect(await reaches(session, bad.id, 'refused')).toMatchObject({ reason: 'InsufficientBalance' });
    expect(await walletBalanceOf(chain, chain.token, to)).toBe(400n);
    await relayer.stop();
    await call(bob, { ...give, args: [payer.address, had], account: bob });
  }
});

test('FREE-5 accounts that use up all gas once they are queued change no other account’s transfer', async () => {
  const [chain] = backend.chains;
  const hostile = demoAccount(6);
  const session = await tokenOf(hostile);
  await start();
  await isOffered(awkward.CircleToken);
  await stopAll();
  const [circle, to] = [tokens.CircleToken, someone()];
  const give = { address: circle, abi: tokenAbi, functionName: 'transfer', account: alice } as const;
  await call(alice, { ...give, args: [hostile.address, 10n], chain: chain.client.chain });
  const bad: SignedWalletTransfer[] = [];
  for (let index = 0; index < 4; index += 1) {
    const signed = await signWalletTransfer(chain, hostile, { token: circle, to, value: 1n });
    await queueWalletTransfer(chain, session, signed);
    bad.push(signed);
  }
  const good = [await sign(100n, to, circle), await sign(200n, to, circle)];
  for (const signed of good) await queueWalletTransfer(chain, token, signed);
  // INVALID (0xfe) uses up the gas that the token passes to the account's code.
  const delegate = someone();
  await chain.client.setCode({ address: delegate, bytecode: '0xfe' });
  await chain.client.setCode({ address: hostile.address, bytecode: `0xef0100${delegate.slice(2)}` });
  await start();
  for (const { id } of good) await reaches(token, id, 'confirmed');
  for (const { id } of bad)
    expect(await reaches(session, id, 'refused')).toMatchObject({ reason: 'TokenRefused' });
  expect(await walletBalanceOf(chain, circle, to)).toBe(300n);
});

test('FREE-8 transfers that need too much gas aren’t sent', async () => {
  const [chain] = backend.chains;
  const owner = demoAccount(7);
  const session = await tokenOf(owner);
  await start();
  await isOffered(awkward.CostlyToken);
  await stopAll();
  const [costly, to] = [tokens.CostlyToken, someone()];
  const contract = { address: costly, abi: tokenAbi, chain: chain.client.chain } as const;
  await call(alice, { ...contract, functionName: 'transfer', args: [owner.address, 10n], account: alice });
  const signed: SignedWalletTransfer[] = [];
  for (const value of [1n, 2n]) {
    const one = await signWalletTransfer(chain, owner, { token: costly, to, value });
    await queueWalletTransfer(chain, session, one);
    signed.push(one);
  }
  await call(bob, { ...contract, functionName: 'setRounds', args: [100n], account: bob });
  await start();
  for (const { id } of signed)
    expect(await reaches(session, id, 'refused')).toMatchObject({
      reason: 'TokenRefused',
      txHash: null,
    });
  expect(await walletBalanceOf(chain, costly, to)).toBe(0n);
});

test('FREE-5 a transfer that somebody else gets mined right before its batch changes no other', async () => {
  const [chain] = backend.chains;
  const { client } = chain;
  await start();
  await isOffered(coin.tUSDT);
  const to = someone();
  await client.setAutomine(false);
  try {
    const signed = [await queue(31n, to), await queue(32n, to)];
    for (const { id } of signed) await reaches(token, id, 'sent');
    const [copied, other] = signed;
    if (!copied || !other) throw new Error('no transfers');
    const sender = senderOn(chain, bob);
    const { r, s, yParity } = parseSignature(copied.signature);
    const hash = await sender.writeContract({
      address: chain.token,
      abi: erc20AuthorizationAbi,
      functionName: 'transferWithAuthorization',
      args: [copied.from, to, copied.value, 0n, copied.validBefore, copied.nonce, 27 + yParity, r, s],
      // An estimate would include the relayer's transaction, which is in the pool.
      gas: 200_000n,
      nonce: await client.getTransactionCount({ address: bob.address }),
      maxPriorityFeePerGas: 10n ** 11n,
      maxFeePerGas: 10n ** 12n,
    });
    await client.mine({ blocks: 1 });
    await sender.waitForTransactionReceipt({ hash });
    expect(await reaches(token, copied.id, 'confirmed')).toMatchObject({ txHash: hash });
    expect((await reaches(token, other.id, 'confirmed')).txHash).not.toBe(hash);
  } finally {
    await client.setAutomine(true);
  }
  expect(await walletBalanceOf(chain, chain.token, to)).toBe(63n);
});

test('FREE-5 copied, canceled, and replaced transfers end as the chain says', async () => {
  const [chain] = backend.chains;
  await start();
  await isOffered(coin.tUSDT);
  await stopAll();
  const [copied, canceled, replaced] = [await queue(11n), await queue(12n), await queue(13n)];
  const hash = await submit(bob, copied);
  const domain = await readTokenDomain(chain.client, chain.id, chain.token);
  if (!domain) throw new Error('no domain');
  const { r, s, yParity } = parseSignature(
    await alice.signTypedData({
      domain,
      types: {
        CancelAuthorization: [
          { name: 'authorizer', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'CancelAuthorization',
      message: { authorizer: alice.address, nonce: canceled.nonce },
    }),
  );
  await call(bob, {
    address: chain.token,
    abi: erc20AuthorizationAbi,
    functionName: 'cancelAuthorization',
    args: [alice.address, canceled.nonce, 27 + yParity, r, s],
    chain: chain.client.chain,
    account: bob,
  });
  // Another message with the same nonce, to another recipient.
  await submit(
    bob,
    await signWalletTransfer(chain, alice, { to: someone(), value: 13n, nonce: replaced.nonce }),
  );
  await start();
  expect(await reaches(token, copied.id, 'confirmed')).toMatchObject({ txHash: hash });
  expect(await reaches(token, canceled.id, 'canceled')).toMatchObject({ reason: 'NonceCanceled' });
  expect(await reaches(token, replaced.id, 'refused')).toMatchObject({ reason: 'NonceUsed' });

  const range = { fromBlock: 0n, toBlock: await chain.client.getBlockNumber() };
  const read = (transfer: SignedWalletTransfer) =>
    readAuthorization(chain.client, chain.token, transfer, range);
  expect(await read(await sign(14n))).toEqual({ isUsed: false, end: null });
  expect(await read(copied)).toMatchObject({ isUsed: true, end: { kind: 'executed', txHash: hash } });
  expect(await read(canceled)).toMatchObject({ isUsed: true, end: { kind: 'canceled' } });
  expect(await read(replaced)).toMatchObject({ isUsed: true, end: { kind: 'replaced' } });
  const late = { fromBlock: range.toBlock, toBlock: range.toBlock };
  expect(await readAuthorization(chain.client, chain.token, copied, late)).toEqual({
    isUsed: true,
    end: null,
  });
});

test('FREE-6 if the active relayer is killed, another goes on, and each transfer happens once', async () => {
  const [chain] = backend.chains;
  const to = someone();
  const relayers = [await start(), await start()];
  await isOffered(coin.tUSDT);
  const signed: SignedWalletTransfer[] = [];
  for (let round = 0; round < 4; round += 1) {
    for (let index = 0; index < 5; index += 1) signed.push(await queue(1n, to));
    await relayers[round % 2]?.kill();
    relayers[round % 2] = await start();
  }
  for (const { id } of signed) await reaches(token, id, 'confirmed');
  expect(await walletBalanceOf(chain, chain.token, to)).toBe(20n);
  const used = await usedNonces(chain, chain.token, alice.address);
  for (const { nonce } of signed) expect(used.filter((one) => one === nonce)).toHaveLength(1);
});

test.each([1, 10, 63])(
  'FREE-7 after a reorganization %i blocks deep, a batch is on the new chain once',
  async (depth) => {
    const [chain] = backend.chains;
    const { client } = chain;
    await start();
    await isOffered(coin.tUSDT);
    const to = someone();
    const snapshot = await client.snapshot();
    const signed = [await queue(21n, to), await queue(22n, to)];
    for (const { id } of signed) await reaches(token, id, 'confirmed');
    if (depth > 1) await client.mine({ blocks: depth - 1 });
    await client.revert({ id: snapshot });
    expect(await walletBalanceOf(chain, chain.token, to)).toBe(0n);
    await client.mine({ blocks: depth + 2 });
    await until(
      async () => (await walletBalanceOf(chain, chain.token, to)) === 43n,
      'the batch on the new chain',
    );
    for (const { id } of signed)
      await until(async () => {
        const { state, txHash } = await jobOf(token, id);
        const receipt = txHash && (await client.getTransactionReceipt({ hash: txHash }).catch(() => null));
        return state === 'confirmed' && receipt?.status === 'success';
      }, 'a confirmed job');
  },
);

test('FREE-7 a transfer is impossible from the second on that its deadline names, and then expires', async () => {
  const [chain] = backend.chains;
  const { client } = chain;
  await start();
  await isOffered(coin.tUSDT);
  await stopAll();
  const to = someone();
  const signed = await queue(5n, to);
  await client.setNextBlockTimestamp({ timestamp: signed.validBefore });
  await client.mine({ blocks: 1 });
  await start();
  await client.mine({ blocks: 70, interval: 1 });
  expect(await reaches(token, signed.id, 'expired')).toMatchObject({ reason: null });
  expect(await walletBalanceOf(chain, chain.token, to)).toBe(0n);
});
