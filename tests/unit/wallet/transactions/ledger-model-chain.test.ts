import fc from 'fast-check';
import {
  type Address,
  type Hash,
  type Hex,
  keccak256,
  parseEther,
  parseGwei,
  TransactionNotFoundError,
} from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { getTransaction } from 'viem/actions';
import type { Config } from 'wagmi';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import { earlierEntries, knownEntries } from '@/lib/wallet/transactions/earlier-entries';
import { isCancelling, type LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { readRequest } from '@/lib/wallet/transactions/send-call';
import { trackEntry } from '@/lib/wallet/transactions/track-entry';
import {
  beginInLedger,
  declineInLedger,
  hideInLedger,
  nonceInLedger,
  sendInLedger,
  useDeclined,
  useLedger,
  watchDeclined,
  watchLedger,
} from '@/lib/wallet/transactions/transaction-ledger';
import { isMined, reviewMined } from '@/lib/wallet/transactions/use-reorganizations';
import { type LateNode, startLateNode } from '../../../support/faulty-nodes';
import { fuzzSeed } from '../../../support/fuzz-seed';
import { type OwnChain, startOwnChain } from '../../../support/own-chain';

const RECIPIENT: Address = '0x000000000000000000000000000000000000dEaD';
const OTHER: Address = '0x00000000000000000000000000000000DeaDBeef';

/**
 * Events of a transaction in a round: the page speeds it up or cancels it, the wallet does so on its own (or sends
 * another transaction with its nonce), the network drops the latest one, the network receives the first or the latest
 * one again, the user sends a second payment after the page has named the first, or hides what wasn't found, or another
 * tab opens.
 */
const events = [
  'nothing',
  'speedUp',
  'cancel',
  'speedUpElsewhere',
  'walletSpeedUp',
  'walletCancel',
  'walletOther',
  'drop',
  'resendFirst',
  'resendLatest',
  'payAgain',
  'hide',
  'reload',
] as const;
type Event = (typeof events)[number];

/** What the wallet answers to a request: the hash, a hash that no node knows, an error, nothing, or the hash a round later. */
const answers = ['hash', 'wrongHash', 'error', 'rejection', 'nothing', 'late'] as const;
type Answer = (typeof answers)[number];

/** Fates of a transaction in a reorganization: included in the new branch, pending until a later block, or lost. */
const fates = ['branch', 'later', 'lost'] as const;
type Turn = { event: Event; fate: (typeof fates)[number]; answer: Answer };

/**
 * Changes to the chain in a round: it removes some blocks, then adds some. `lag` is how many blocks the page's node is
 * behind then.
 */
type Step = { adds: number; removes: number; lag: number };

/** A round is one turn of each story, followed by a step of the chain. */
type World = { steps: Step[]; stories: { answer: Answer; turns: Turn[] }[] };

const ROUNDS = 5;
const STORIES = 14;
const MAX_DEPTH = 4;

const step: fc.Arbitrary<Step> = fc
  .record({ adds: fc.nat(2), removes: fc.nat(MAX_DEPTH), isReorganized: fc.boolean(), lag: fc.nat(2) })
  .map(({ adds, removes, isReorganized, lag }) =>
    // A new branch must be longer to replace the old one.
    isReorganized ? { adds: removes + 1, removes, lag } : { adds, removes: 0, lag },
  );
const turn: fc.Arbitrary<Turn> = fc.record({
  event: fc.constantFrom(...events),
  fate: fc.constantFrom(...fates),
  answer: fc.constantFrom(...answers),
});
const world: fc.Arbitrary<World> = fc.record({
  steps: fc.array(step, { minLength: ROUNDS, maxLength: ROUNDS }),
  stories: fc.array(
    fc.record({
      answer: fc.constantFrom(...answers),
      turns: fc.array(turn, { minLength: ROUNDS, maxLength: ROUNDS }),
    }),
    { minLength: STORIES, maxLength: STORIES },
  ),
});

const shown = (adds: number, removes = 0): Step => ({ adds, removes, lag: 0 });
const turns = (...sequence: Event[]): Turn[] =>
  sequence.map((event) => ({ event, fate: 'lost', answer: 'hash' }));
/**
 * A world that random generation rarely produces: a page sees each block and each reorganization, and between them,
 * the page, the wallet, and the network disagree about the nonce.
 */
const hardWorld: World = {
  steps: [shown(1), shown(2, 1), shown(1), shown(5, 4), shown(1)],
  stories: (['hash', 'error'] as const).flatMap((answer) => [
    ...fates.map((fate) => ({
      answer,
      turns: Array.from({ length: ROUNDS }, () => ({ event: 'reload' as const, fate, answer })),
    })),
    { answer, turns: turns('cancel', 'walletSpeedUp', 'nothing', 'nothing', 'nothing') },
    { answer, turns: turns('cancel', 'nothing', 'walletCancel', 'reload', 'resendFirst') },
    { answer, turns: turns('speedUp', 'nothing', 'walletOther', 'nothing', 'resendLatest') },
    { answer, turns: turns('drop', 'payAgain', 'resendFirst', 'nothing', 'reload') },
  ]),
};

let chain: OwnChain;
let node: LateNode;
let config: Config;
const stops: (() => void)[] = [];
beforeAll(async () => {
  chain = await startOwnChain();
  node = await startLateNode(chain.rpcUrl);
  const chains = chain.lists.chains.map((one) => ({ ...one, rpcUrl: node.url }));
  config = createWalletConfig(chains, new Map());
  stops.push(watchLedger(), watchDeclined());
  await chain.client.setAutomine(false);
});
afterAll(async () => {
  for (const stop of stops) stop();
  await node.stop();
  await chain.stop();
});

/** Rereads what is stored, as a new page or another tab does. */
function reload(): void {
  for (const key of ['tidewell.transactions', 'tidewell.declined'])
    window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
}

/** `isCall` is whether the transaction makes the call that the user requested. */
type Sent = { raw: Hex; hash: Hash; nonce: number; isCall: boolean };

/** Returns whether a transaction is on the chain, in the node's transaction pool, or neither. */
async function locate({ hash }: Sent): Promise<'chain' | 'pool' | 'nowhere'> {
  try {
    const { blockHash } = await getTransaction(chain.client, { hash });
    return blockHash === null ? 'pool' : 'chain';
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return 'nowhere';
    throw error;
  }
}

const call = { address: RECIPIENT, value: 5n };
const payment = {
  kind: 'send',
  coinId: 1,
  amountRaw: '5',
  decimals: 18,
  symbol: 'ETH',
  recipient: RECIPIENT,
  token: NATIVE_TOKEN,
} as const;

/** One account that pays by the page, while the page, the wallet, and the network do what they like with its nonces. */
async function startStory(account: PrivateKeyAccount, first: Answer) {
  const { address } = account;
  const sent: Sent[] = [];
  /** Hashes that the wallet returns in a later round. */
  const late: (() => void)[] = [];
  /** Number of requests for a payment that the user confirmed. */
  let confirmations = 0;
  let fee = parseGwei('10');
  const post = ({ raw }: Sent) => chain.client.sendRawTransaction({ serializedTransaction: raw });
  const send = async (to: Address, value: bigint, nonce: number): Promise<Hash> => {
    fee = (fee * 5n) / 4n;
    const raw = await account.signTransaction({
      ...{ to, value, chainId: chain.id, nonce, type: 'eip1559', gas: 30_000n },
      ...{ maxFeePerGas: fee, maxPriorityFeePerGas: fee },
    });
    const hash = await chain.client.sendRawTransaction({ serializedTransaction: raw });
    sent.push({ raw, hash, nonce, isCall: to === RECIPIENT });
    return hash;
  };
  const entries = () => useLedger.getState().entries.filter((entry) => entry.account === address);
  const record = (id: Hash, kind: 'call' | 'speedUp' | 'cancel', hash: Hash, answer: Answer) => {
    const report = (known: Hash) => sendInLedger(id, { hash: known, kind, at: Date.now() });
    if (answer === 'hash') report(hash);
    else if (answer === 'wrongHash') report(keccak256(hash));
    else if (answer === 'late') late.push(() => report(hash));
    else if (answer === 'rejection' && kind === 'call') declineInLedger(id);
  };
  const nextNonce = () => chain.client.getTransactionCount({ address, blockTag: 'pending' });
  /** The user confirms a payment. The page doesn't ask the wallet if it can't name what may have been sent before. */
  const pay = async (answer: Answer) => {
    for (const { id } of useDeclined.getState().entries.filter((entry) => entry.account === address))
      await trackEntry(config, id);
    const order = { ...payment, account: address, chainId: chain.id } as const;
    const named = earlierEntries(knownEntries(), order).map(({ id }) => id);
    const hidden = useDeclined
      .getState()
      .entries.filter((entry) => entry.account === address && entry.isHidden === true);
    const pending = [...entries().filter(({ status }) => status === 'pending'), ...hidden];
    expect(named).toEqual(pending.map(({ id }) => id));
    confirmations += 1;
    const request = await readRequest(config, call, { chainId: chain.id, account: address });
    const id = beginInLedger({ ...order, request });
    record(id, 'call', await send(RECIPIENT, call.value, await nextNonce()), answer);
  };
  await pay(first);

  /** Returns the transactions on the chain. */
  const mined = async () => {
    const places = await Promise.all(sent.map(locate));
    return sent.filter((_, index) => places[index] === 'chain');
  };
  /** Looks for everything once, as an open page does, or as the next page will. */
  const look = async (head: bigint) => {
    await reviewMined(config.getClient({ chainId: chain.id }), head, entries().filter(isMined));
    for (const { id } of [...entries(), ...useDeclined.getState().entries]) await trackEntry(config, id);
  };
  const act = async ({ event, answer }: Turn): Promise<void> => {
    for (const report of late.splice(0)) report();
    if (event === 'nothing') return;
    if (event === 'reload') return reload();
    if (event === 'payAgain') return pay(answer);
    if (event === 'hide') {
      const missing = entries().find(({ status, hash }) => status === 'pending' && hash === null);
      if (missing) hideInLedger(missing.id);
      return;
    }
    const [original] = sent;
    const places = await Promise.all(sent.map(locate));
    const waiting = sent.find((_, index) => places[index] === 'pool');
    const entry = entries().find(({ status }) => status === 'pending');
    // The node rejects a used nonce, so nothing else changes a transaction that is mined.
    const isUsed = (nonce: number) =>
      sent.some((one, index) => one.nonce === nonce && places[index] === 'chain');
    if (event === 'drop') {
      if (waiting) await chain.client.dropTransaction({ hash: waiting.hash });
    } else if (event === 'resendFirst' || event === 'resendLatest') {
      const again = event === 'resendFirst' ? original : sent.at(-1);
      const isThere = sent.some((one, index) => one.nonce === again?.nonce && places[index] !== 'nowhere');
      if (again && !isThere) await post(again);
    } else if (event === 'speedUp' || event === 'cancel' || event === 'speedUpElsewhere') {
      const known = sent.find(({ hash }) => hash === entry?.hash);
      // The page can only replace pending transactions that a node shows.
      if (!entry || !known || isUsed(known.nonce)) return;
      const isCancel = event === 'cancel' || isCancelling(entry);
      nonceInLedger(entry.id, known.nonce);
      const isElsewhere =
        event === 'speedUpElsewhere' && !isCancel && answer !== 'error' && answer !== 'nothing';
      // A wallet that ignores the nonce says so only by its hash.
      const nonce = isElsewhere ? await nextNonce() : known.nonce;
      const hash = await send(isCancel ? address : RECIPIENT, isCancel ? 0n : call.value, nonce);
      if (isElsewhere) confirmations += 1;
      record(entry.id, isCancel ? 'cancel' : 'speedUp', hash, isElsewhere ? 'hash' : answer);
    } else if (waiting) {
      const to = event === 'walletSpeedUp' ? RECIPIENT : event === 'walletCancel' ? address : OTHER;
      await send(
        to,
        event === 'walletSpeedUp' ? call.value : event === 'walletCancel' ? 0n : 1n,
        waiting.nonce,
      );
    }
  };
  return { address, act, look, mined, post, entries, confirmations: () => confirmations };
}

type Story = Awaited<ReturnType<typeof startStory>>;

/** Removes blocks and adds a longer branch that includes the transactions with that fate. */
async function reorganize({ adds, removes }: Step, storyTurns: readonly (readonly [Story, Turn])[]) {
  const before = await Promise.all(storyTurns.map(([story]) => story.mined()));
  await chain.client.request({ method: 'anvil_rollback', params: [removes] } as never);
  const post = async (wanted: Turn['fate']) => {
    for (const [index, [story, { fate }]] of storyTurns.entries())
      for (const taken of before[index] ?? [])
        if (fate === wanted && (await locate(taken)) === 'nowhere') await story.post(taken);
  };
  await post('branch');
  await chain.client.mine({ blocks: adds });
  await post('later');
}

const endOf = ({ status, reason }: LedgerEntry) => reason ?? status;

/** Asserts that the ledger states nothing that the chain contradicts. */
async function assertTrue(story: Story): Promise<void> {
  const mined = await story.mined();
  const ended = story.entries().filter(({ status }) => status !== 'pending');
  for (const entry of ended) {
    const decisive = mined.find(({ hash }) => hash === entry.hash);
    expect([endOf(entry), decisive?.isCall]).toEqual(
      entry.status === 'confirmed' ? ['confirmed', true] : ['cancelled', expect.any(Boolean)],
    );
  }
  const confirmed = ended.filter(({ status }) => status === 'confirmed');
  expect(new Set(confirmed.map(({ hash }) => hash)).size).toBe(confirmed.length);
}

/** Plays a world. Returns each story with its ends in the ledger. */
async function play({ steps, stories: plans }: World) {
  localStorage.clear();
  reload();
  const accounts = plans.map(() => privateKeyToAccount(generatePrivateKey()));
  for (const { address } of accounts) await chain.client.setBalance({ address, value: parseEther('10') });
  // Make these balances final: no reorganization can remove them.
  await chain.client.mine({ blocks: MAX_DEPTH + 1 });
  const stories: Story[] = [];
  for (const [index, account] of accounts.entries())
    stories.push(await startStory(account, plans[index]?.answer ?? 'hash'));
  const idle: Turn = { event: 'nothing', fate: 'lost', answer: 'hash' };
  const at = (round: number) =>
    stories.map((story, index) => [story, plans[index]?.turns[round] ?? idle] as const);
  const seen = async (lag: number) => {
    const head = (await chain.client.getBlockNumber({ cacheTime: 0 })) - BigInt(lag);
    node.showUpTo(lag > 0 ? head : null);
    for (const story of stories) await story.look(head);
    node.showUpTo(null);
  };
  for (const [round, step] of steps.entries()) {
    for (const [story, turn] of at(round)) await story.act(turn);
    if (step.removes > 0) await reorganize(step, at(round));
    else if (step.adds > 0) await chain.client.mine({ blocks: step.adds });
    await seen(step.lag);
    // A node that lags behind a reorganization still shows the old branch to nobody.
    if (step.lag === 0) for (const story of stories) await assertTrue(story);
  }
  await chain.client.mine({ blocks: 1 });
  // The next looks, also those of a page that opens later.
  reload();
  await seen(0);
  await seen(0);
  return stories;
}

test('WAL-9 WAL-16 the ledger never contradicts the chain and finds everything on it, whatever the page, the wallet, and the network do', async () => {
  const worlds = [hardWorld, ...fc.sample(world, { numRuns: 2, seed: fuzzSeed })];
  const ends: string[] = [];
  for (const one of worlds) {
    for (const [index, story] of (await play(one)).entries()) {
      await assertTrue(story);
      const mined = await story.mined();
      const payments = mined.filter(({ isCall }) => isCall);
      const entries = story.entries();
      const confirmed = entries.filter(({ status }) => status === 'confirmed');
      expect({
        ...{ steps: one.steps, story: one.stories[index] },
        payments: confirmed.map(({ hash }) => hash).sort(),
      }).toEqual({
        ...{ steps: one.steps, story: one.stories[index] },
        payments: payments.map(({ hash }) => hash).sort(),
      });
      // No money moves twice without a second confirmation.
      expect(payments.length).toBeLessThanOrEqual(story.confirmations());
      ends.push(
        ...entries.map((entry) => `${endOf(entry)}${entry.reorganizedAt === undefined ? '' : ' again'}`),
      );
    }
  }
  expect(new Set(ends.map((end) => end.split(' ')[0]))).toEqual(
    new Set(['confirmed', 'cancelled', 'pending']),
  );
  expect(ends.filter((end) => end.endsWith('again')).length).toBeGreaterThan(5);
});
