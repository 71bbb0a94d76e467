import '@/lib/validation/zod-without-eval';
import { type Address, type Hash, isAddressEqual, numberToHex } from 'viem';
import { getConnection, watchConnection } from 'wagmi/actions';
import { z } from 'zod';
import { brand } from '@/lib/content/website';
import { parseTransaction } from '@/lib/wallet/signing/parse-transaction';
import type { CustomToken } from '@/lib/wallet/tokens/custom-tokens';
import { accessibleAccount, allowAccess, endAccess, useDappAccess } from './access';
import { createMeter, type Methods } from './bridge';
import { dappNodes } from './dapp-node';
import { signData, signText } from './dapp-signatures';
import { type DappSession, sendTransactions } from './dapp-transactions';
import { address, chainIdText, DappError, errorCode, parseParams } from './protocol';
import { callMethods } from './provider-calls';
import { readCall, readMethods } from './read-call';
import type { DappReviews, Turn } from './reviews';
import { readTypedData } from './typed-message';
import { watchAsset } from './watch-asset';

type Chain = DappSession['chain'];

/** What the provider of a DApp's frame needs, for one account of the site. */
export type ProviderOptions = Omit<DappSession, 'account' | 'chain'> & {
  /** The signed-in account. */
  owner: Address;
  /** The DApp's networks. */
  chains: readonly Chain[];
  /** The network that is selected on the page. */
  chain: Chain;
  reviews: DappReviews;
  emit: (event: string, value: unknown) => void;
  /** Called when the DApp selects another network. */
  onChain: (chainId: number) => void;
  isListed: (chainId: number, address: Address) => boolean;
  onToken: (token: CustomToken) => void;
  /** Shows a transaction of the ledger. */
  onShow: (entryId: Hash) => void;
};

/** Maximum number of network changes and of transactions that a DApp shows, in a period in ms. */
const [MAX_CHANGES, PERIOD_MS] = [10, 10_000];

const chainParams = z.tuple([z.object({ chainId: chainIdText })]).rest(z.unknown());
const permissionParams = z.tuple([z.record(z.string().max(100), z.unknown())]).rest(z.unknown());
const readParams = z.array(z.unknown()).max(8).default([]);

/**
 * Returns the methods of the provider (EIP-1193) for one DApp. The DApp sees no account before the user allows it, and
 * `follow` tells it that the user has selected another network. `stop` ends the subscriptions.
 */
export function createProvider(options: ProviderOptions) {
  const { config, queries, dapp, onProblem, owner, chains, reviews, emit } = options;
  const { origin } = dapp;
  const nodeOf = dappNodes(config);
  const mayChange = createMeter(MAX_CHANGES, PERIOD_MS);
  let { chain } = options;

  const exposed = () => getConnection(config).addresses ?? [];
  const visible = () =>
    accessibleAccount(useDappAccess.getState().entries, { origin, owner, exposed: exposed() });
  let last = visible();
  const update = () => {
    const next = visible();
    if (next === last) return;
    // Waiting requests are for the account that the DApp saw before.
    if (last !== null) reviews.cancel();
    last = next;
    emit('accountsChanged', next ? [next] : []);
  };
  const stops = [useDappAccess.subscribe(update), watchConnection(config, { onChange: update })];

  /** Returns the session of a request from an account. @throws DappError (4100) if the DApp may not see it. */
  const sessionOf = (from: Address | null): DappSession => {
    const account = visible();
    if (account === null || from === null || !isAddressEqual(account, from))
      throw new DappError('The user has not allowed this account', { code: errorCode.unauthorized });
    return { config, queries, account, chain, dapp, onProblem };
  };

  /** Asks the user which account the DApp may see. */
  const requestAccess = async (turn: Turn): Promise<Address> => {
    const accounts = exposed();
    if (accounts.length === 0)
      throw new DappError('The wallet is not connected', { code: errorCode.disconnected });
    const suggested = visible() ?? owner;
    const account = (await turn.decide({ kind: 'access', accounts, account: suggested })) ?? suggested;
    if (!exposed().includes(account))
      throw new DappError('The wallet uses another account', { code: errorCode.unauthorized });
    allowAccess({ origin, owner, account });
    return account;
  };
  const permissions = () => {
    const account = visible();
    const caveats = [{ type: 'restrictReturnedAccounts', value: [account] }];
    return account === null ? [] : [{ invoker: origin, parentCapability: 'eth_accounts', caveats }];
  };
  /** Reads the names of permissions (EIP-2255). The accounts are the only ones. */
  const checkPermissions = (method: string, params: unknown) => {
    const names = Object.keys(parseParams(method, permissionParams, params)[0]);
    if (names.length !== 1 || names[0] !== 'eth_accounts')
      throw new DappError('Only the permission eth_accounts is supported', { code: errorCode.invalidParams });
  };

  const checkChanges = () => {
    if (!mayChange()) throw new DappError('Too many requests', { code: errorCode.limitExceeded });
  };
  /** Selects one of the DApp's networks, once the reviews before it are done. @throws DappError if it isn't one. */
  const switchChain = async (method: string, params: unknown, codeOfUnknown: number): Promise<null> => {
    const [{ chainId }] = parseParams(method, chainParams, params);
    const next = chains.find(({ id }) => id === Number(chainId));
    if (!next)
      throw new DappError(`This DApp cannot use the network ${chainId} here`, { code: codeOfUnknown });
    checkChanges();
    await reviews.run(async () => {
      if (next.id === chain.id) return;
      chain = next;
      emit('chainChanged', numberToHex(next.id));
      options.onChain(next.id);
    });
    return null;
  };

  const sendOne = (params: unknown): Promise<Hash> => {
    const [transaction] = parseParams(
      'eth_sendTransaction',
      z.tuple([z.looseObject({})]).rest(z.unknown()),
      params,
    );
    const { from } = transaction;
    const session = sessionOf(from === undefined ? visible() : (address.safeParse(from).data ?? null));
    const read = parseTransaction(transaction, { account: session.account, chainId: chain.id });
    if ('problem' in read)
      throw new DappError(`Invalid transaction: ${read.problem}`, { code: errorCode.invalidParams });
    const { to, value, data } = read.transaction;
    if (to === null) throw new DappError('Contracts cannot be created here', { code: errorCode.unsupported });
    return reviews.run((turn) => sendTransactions(session, [{ to, value, data }], turn));
  };

  const methods: Methods = {
    eth_chainId: async () => numberToHex(chain.id),
    net_version: async () => String(chain.id),
    web3_clientVersion: async () => brand,
    eth_accounts: async () => [visible()].filter((account) => account !== null),
    eth_requestAccounts: async () => [
      visible() ?? (await reviews.run(async (turn) => visible() ?? (await requestAccess(turn)))),
    ],
    wallet_getPermissions: async () => permissions(),
    wallet_requestPermissions: async (params) => {
      checkPermissions('wallet_requestPermissions', params);
      await reviews.run(requestAccess);
      return permissions();
    },
    wallet_revokePermissions: async (params) => {
      checkPermissions('wallet_revokePermissions', params);
      endAccess({ origin, owner });
      return null;
    },
    personal_sign: async (params) => {
      // A DApp that has the address first would sign the address.
      const [data, from] = parseParams(
        'personal_sign',
        z.tuple([z.string(), address]).rest(z.unknown()),
        params,
      );
      const session = sessionOf(from);
      return (await reviews.run((turn) => signText(session, data, turn))).signature;
    },
    eth_signTypedData_v4: async (params) => {
      const [from, data] = parseParams(
        'eth_signTypedData_v4',
        z.tuple([address, z.union([z.string(), z.record(z.string(), z.unknown())])]).rest(z.unknown()),
        params,
      );
      const session = sessionOf(from);
      const typedData = readTypedData(() => data, session.chain.id);
      return (await reviews.run((turn) => signData(session, typedData, turn))).signature;
    },
    eth_sendTransaction: async (params) => sendOne(params),
    wallet_switchEthereumChain: (params) =>
      switchChain('wallet_switchEthereumChain', params, errorCode.unknownChain),
    // No network is added here, so a known one is selected.
    wallet_addEthereumChain: (params) =>
      switchChain('wallet_addEthereumChain', params, errorCode.unsupported),
    wallet_watchAsset: async (params) => {
      sessionOf(visible());
      return watchAsset({ ...options, chainId: chain.id }, params);
    },
    ...callMethods({
      session: sessionOf,
      visible,
      chains,
      reviews,
      nodeOf,
      checkShows: checkChanges,
      onShow: options.onShow,
    }),
  };
  const reads: Methods = Object.fromEntries(
    [...readMethods].map((call) => [
      call,
      (params: unknown) =>
        readCall(nodeOf(chain.id), { call, params: parseParams(call, readParams, params ?? undefined) }),
    ]),
  );

  return {
    methods: { ...reads, ...methods } as Methods,
    /** Lets the user choose the account from the page. @throws DappError if the user closes the dialog. */
    choose: () => reviews.run(requestAccess),
    /** Selects the network of the next request, for a protocol in which each request names its own. */
    select(next: Chain) {
      chain = next;
    },
    follow(next: Chain) {
      if (next.id === chain.id) return;
      chain = next;
      emit('chainChanged', numberToHex(next.id));
      reviews.cancel();
    },
    /** Tells the DApp whether the network's nodes answer. */
    report(isReachable: boolean) {
      if (isReachable) emit('connect', { chainId: numberToHex(chain.id) });
      else emit('disconnect', { code: errorCode.tryAgainLater, message: 'The network cannot be reached' });
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}

export type DappProvider = ReturnType<typeof createProvider>;
