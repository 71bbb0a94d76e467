import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Abi, type Address, type Client, erc20Abi, getAddress } from 'viem';
import { getBlock } from 'viem/actions';
import { useConfig } from 'wagmi';
import type { CardProgram, Coin, Contract } from '@/lib/api/types';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { CONTRACT_POLL_MS, readAll } from '@/lib/evm/read-many';
import type { ClockRead } from '@/lib/wallet/networks/chain-clock';
import { type ChainRead, chainReads } from '@/lib/wallet/networks/chain-reads';
import { type ListedToken, listedAddress } from '@/lib/wallet/tokens/listed-token';

/** The contract for cards of a chain. */
export type CardPlace = { chainId: number; address: Address };

/** The user's money in one token, in base units, as the contract and the token have it. */
export type CardFunds = {
  token: ListedToken;
  balance: bigint;
  held: bigint;
  /** Amount of the withdrawal request, and since when, in seconds since the epoch. Both 0 if there is none. */
  leaving: bigint;
  leavingSince: bigint;
  inWallet: bigint;
};

type CardFundsRead = {
  /** Time of the chain's latest block. */
  read: ClockRead;
  /** Delay of withdrawals without the operator's signature, in seconds. */
  delay: bigint;
  isPaused: boolean;
  funds: readonly CardFunds[];
};

export type CardFundsOfChain = ChainRead<CardFundsRead> & CardPlace;

/** Returns what purchases that are approved now can use. */
export const spendableOf = ({ balance, held, leaving }: Pick<CardFunds, 'balance' | 'held' | 'leaving'>) =>
  balance > held + leaving ? balance - held - leaving : 0n;

/** Returns what can leave the account now: everything that no purchase has reserved. */
export const freeOf = ({ balance, held }: Pick<CardFunds, 'balance' | 'held'>) =>
  balance > held ? balance - held : 0n;

/** Returns the contract for cards of every chain that has one. */
export const cardPlaces = (contracts: readonly Contract[]): CardPlace[] =>
  contracts
    .filter(({ name }) => name === 'card_contract')
    .map(({ chainId, address }) => ({ chainId, address: getAddress(address) }));

/**
 * Returns the tokens of a chain that cards can spend: those of the program, or every listed ERC-20 token if the program
 * isn't known, so that money can leave without the server.
 */
function cardTokens(
  chainId: number,
  coins: readonly Coin[],
  program: CardProgram | undefined,
): ListedToken[] {
  const accepted = program?.accounts.filter((one) => one.chainId === chainId);
  return coins.flatMap(({ id: coinId, symbol, tokens }) =>
    tokens.flatMap(({ chainId: listedOn, address, decimals }) => {
      if (listedOn !== chainId || address === null) return [];
      const token = { coinId, symbol, decimals, address: listedAddress(address) };
      const isAccepted = accepted?.some(
        ({ token: known }) => getAddress(known) === getAddress(token.address),
      );
      return isAccepted === false ? [] : [token];
    }),
  );
}

type Answer = { balance: bigint; held: bigint; leaving: bigint; leavingSince: number };

/** Returns whether a value is an answer of the contract's `accountOf`. */
export const isCardMoney = (value: unknown): value is Answer =>
  typeof value === 'object' &&
  value !== null &&
  ['balance', 'held', 'leaving'].every((name) => typeof Reflect.get(value, name) === 'bigint');

/**
 * Reads an owner's money in some tokens of a chain's contract.
 * @throws if the RPC request fails, or the contract doesn't answer.
 */
async function readCardFunds(
  client: Client,
  { address }: CardPlace,
  tokens: readonly ListedToken[],
  owner: Address,
): Promise<CardFundsRead> {
  const contract = { address, abi: cardAccountAbi as Abi };
  const [{ timestamp }, [delay, isPaused, ...answers]] = await Promise.all([
    getBlock(client),
    readAll(client, [
      { ...contract, functionName: 'WITHDRAWAL_DELAY', args: [] },
      { ...contract, functionName: 'paused', args: [] },
      ...tokens.flatMap((token) => [
        { ...contract, functionName: 'accountOf', args: [owner, token.address] },
        { address: token.address, abi: erc20Abi as Abi, functionName: 'balanceOf', args: [owner] },
      ]),
    ]),
  ]);
  if (delay === undefined) throw new Error('the contract for cards has no result');
  const funds = tokens.flatMap((token, index): CardFunds[] => {
    const [answer, inWallet] = [answers[2 * index], answers[2 * index + 1]];
    if (!isCardMoney(answer) || typeof inWallet !== 'bigint') return [];
    const { balance, held, leaving, leavingSince } = answer;
    return [{ token, balance, held, leaving, leavingSince: BigInt(leavingSince), inWallet }];
  });
  const read = { at: timestamp, receivedAt: Date.now() };
  return { read, delay: BigInt(String(delay)), isPaused: isPaused === true, funds };
}

/** React hook that reads the user's card balance on every chain. Each chain has its own query. */
export function useCardFunds(
  account: Address,
  coins: readonly Coin[],
  contracts: readonly Contract[],
  program: CardProgram | undefined,
): CardFundsOfChain[] {
  const config = useConfig();
  const places = useMemo(
    () =>
      cardPlaces(contracts).map((place) => ({ ...place, tokens: cardTokens(place.chainId, coins, program) })),
    [contracts, coins, program],
  );
  return useQueries({
    queries: places.map((place) => ({
      queryKey: [
        'cardFunds',
        place.chainId,
        place.address,
        account,
        place.tokens.map((one) => one.address).join(),
      ],
      queryFn: () =>
        readCardFunds(config.getClient({ chainId: place.chainId }), place, place.tokens, account),
      // The transport already retries failed requests.
      retry: false,
      refetchInterval: CONTRACT_POLL_MS,
    })),
    combine: (results) => chainReads(places, results),
  });
}
