import { SWRConfig, unstable_serialize } from 'swr';
import { unstable_serialize as serializePages } from 'swr/infinite';
import {
  type Address,
  decodeFunctionData,
  encodeEventTopics,
  encodeFunctionResult,
  erc20Abi,
  type Hex,
  isAddressEqual,
  numberToHex,
  zeroHash,
} from 'viem';
import { CardPanel } from '@/components/wallet/card/card';
import type { Card, CardList, CardPurchase } from '@/lib/api/types';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { type Answer, answering, reading, renderOnChains, TOKEN } from './test-chains';

export const CARD_CONTRACT: Address = '0x00000000000000000000000000000000000000c1';
export const CARD_OWNER: Address = '0x00000000000000000000000000000000000000b1';
/** The chain's time, in seconds since the epoch. */
const NOW = 1_800_000_000;

export const sampleCard = (change: Partial<Card> = {}): Card => ({
  id: 'ic_1',
  chainId: 901,
  contract: CARD_CONTRACT,
  token: TOKEN,
  number: 3,
  type: 'virtual',
  lastFour: '4242',
  currency: 'usd',
  status: 'active',
  frozen: { server: false, issuer: false, chain: false },
  shipping: null,
  dayLimit: '500000000000000000000',
  monthLimit: '2000000000000000000000',
  usedPerDay: '125000000000000000000',
  usedPerMonth: '125000000000000000000',
  blockedMerchants: [],
  replaces: null,
  canBeReplaced: true,
  createdAt: '2026-11-29T10:00:00.000Z',
  ...change,
});

export const samplePurchase = (change: Partial<CardPurchase> = {}): CardPurchase => ({
  id: 'iauth_1',
  cardId: 'ic_1',
  state: 'pending',
  merchant: {
    id: 'm_1',
    name: 'Café Tide',
    category: 'eating_places_restaurants',
    city: 'Hull',
    country: 'GB',
  },
  currency: 'usd',
  amount: '420',
  held: '420',
  charged: '0',
  returned: '0',
  merchantAmount: '420',
  merchantCurrency: 'usd',
  tokens: { held: '4200000000000000000', charged: '0', returned: '0', owed: '0' },
  price: '1',
  marginBps: 0,
  holdExpiresAt: '2026-12-31T10:00:00.000Z',
  reason: null,
  isPossibleDuplicate: false,
  dispute: null,
  disputable: null,
  steps: [
    {
      kind: 'approved',
      at: '2026-11-29T10:00:00.000Z',
      amount: '420',
      tokens: '4200000000000000000',
      txHash: null,
      reason: null,
    },
  ],
  createdAt: '2026-11-29T10:00:00.000Z',
  ...change,
});

export const sampleList = (change: Partial<CardList> = {}): CardList => ({
  program: {
    isAvailable: true,
    issuer: 'Harbour Bank',
    currency: 'usd',
    countries: ['GB', 'TW'],
    accounts: [
      { chainId: 901, contract: CARD_CONTRACT, token: TOKEN, coinId: 2, decimals: 18, marginBps: 150 },
    ],
    defaultLimits: { perDay: '50000', perMonth: '200000', offlinePerMonth: '10000', overCaptureBps: 2_000 },
    maxLimits: { perDay: '100000', perMonth: '500000' },
    frameOrigin: 'http://localhost:3999',
    canSetPin: true,
  },
  holder: { country: 'GB', status: 'active' },
  accounts: [],
  cards: [sampleCard()],
  ...change,
});

type Money = { balance: bigint; held: bigint; leaving: bigint; leavingSince: number };

/** Returns the log of a card that the user opened in the contract. */
export const openedLog = (card: number) => ({
  address: CARD_CONTRACT,
  topics: encodeEventTopics({
    abi: cardAccountAbi,
    eventName: 'CardOpened',
    args: { card, owner: CARD_OWNER, token: TOKEN },
  }),
  ...{ data: '0x', blockNumber: numberToHex(4), blockHash: zeroHash, logIndex: '0x0', removed: false },
  ...{ transactionHash: zeroHash, transactionIndex: '0x0' },
});

export type ChainCards = {
  /** Returns the status of every card in the contract. */
  statusOf?: () => number;
  /** Answers a search for logs. */
  findLogs?: () => unknown;
};

/** Returns a mock node with the user's money and cards in the contract for cards. */
const nodeWith = (money: Money, { statusOf = () => 1, findLogs = () => [] }: ChainCards) =>
  answering({
    eth_call: reading((to, data): Hex | null => {
      if (!isAddressEqual(to, CARD_CONTRACT)) {
        decodeFunctionData({ abi: erc20Abi, data });
        return encodeFunctionResult({
          abi: erc20Abi,
          functionName: 'balanceOf',
          result: 1_000n * 10n ** 18n,
        });
      }
      const { functionName } = decodeFunctionData({ abi: cardAccountAbi, data });
      if (functionName === 'accountOf')
        return encodeFunctionResult({ abi: cardAccountAbi, functionName, result: { ...money, taken: 0n } });
      if (functionName === 'cardOf') {
        const limits = {
          ...{ perDay: 700n * 10n ** 18n, perMonth: 900n * 10n ** 18n },
          ...{ offlinePerMonth: 0n, overCaptureBps: 2_000 },
        };
        const used = { usedPerDay: 0n, usedPerMonth: 0n, usedOn: 0, usedOffline: 0n };
        const result = { owner: CARD_OWNER, token: TOKEN, status: statusOf(), frozenAt: 0, limits, ...used };
        return encodeFunctionResult({ abi: cardAccountAbi, functionName, result });
      }
      if (functionName === 'WITHDRAWAL_DELAY')
        return encodeFunctionResult({ abi: cardAccountAbi, functionName, result: 60 });
      return functionName === 'paused'
        ? encodeFunctionResult({ abi: cardAccountAbi, functionName, result: false })
        : null;
    }),
    eth_blockNumber: () => numberToHex(5),
    eth_getLogs: findLogs,
    eth_getBlockByNumber: () => ({
      number: numberToHex(5),
      timestamp: numberToHex(NOW),
      hash: zeroHash,
      transactions: [],
    }),
  });

const chainOf = (id: number, name: string) => ({
  ...{ id, name, nativeSymbol: 'ETH', testnet: true, rpcUrl: 'https://node.invalid' },
  browserAddress: 'https://explorer.invalid/address/',
  browserTx: 'https://explorer.invalid/tx/',
});
const coins = [
  {
    id: 2,
    symbol: 'TIDE',
    name: 'TIDE',
    icon: '/coin.svg',
    sort: 2,
    tokens: [901, 902].map((chainId) => ({ chainId, address: TOKEN, decimals: 18 })),
  },
];

/** What the API answers to reads of the page that was rendered last. */
const served: { list: CardList; purchases: CardPurchase[] } = { list: sampleList(), purchases: [] };

/** Returns the data of the API's answer to a call, or null if it isn't a read of the page. */
export function cardAnswer(path: string): unknown {
  if (path === '/card/list') return served.list;
  return path === '/card/purchases' ? { list: served.purchases, next: null } : null;
}

/** Renders the card page of a signed-in user (token `secret`) with what the API and the chain answer. */
export function renderCards({
  list = sampleList(),
  purchases = [],
  money = {},
  chainCards = {},
  other,
}: {
  list?: CardList;
  purchases?: CardPurchase[];
  money?: Partial<Money>;
  chainCards?: ChainCards;
  /** Node of a second chain, South Sea, that has the contract, too. */
  other?: Answer;
} = {}) {
  Object.assign(served, { list, purchases });
  const own = { balance: 100n * 10n ** 18n, held: 0n, leaving: 0n, leavingSince: 0, ...money };
  const key = serializePages(() => ['/card/purchases', 'secret', null]);
  return renderOnChains(
    <SWRConfig
      value={({ fallback, ...parent } = {}) => ({
        ...parent,
        fallback: {
          ...fallback,
          [unstable_serialize(['/card/list', 'secret'])]: list,
          [key]: [{ list: purchases, next: null }],
        },
      })}
    >
      <CardPanel
        account={CARD_OWNER}
        chains={[chainOf(901, 'North Sea'), ...(other ? [chainOf(902, 'South Sea')] : [])]}
        coins={coins}
        contracts={[901, ...(other ? [902] : [])].map((chainId) => {
          return { chainId, name: 'card_contract', address: CARD_CONTRACT };
        })}
      />
    </SWRConfig>,
    new Map([[901, nodeWith(own, chainCards)], ...(other ? [[902, other] as const] : [])]),
  );
}
