import type { Coin } from '@/lib/api/types';
import type { ChainPart } from './use-chain-activity';

/** Returns whether a network's logs are read from the first block to the newest. */
export const isWhole = ({ data, isFailed }: ChainPart): boolean => !isFailed && data?.reached === 0n;

/** Returns whether the logs of all of a coin's networks are read from the first block to the newest. */
export const hasWholeHistory = ({ tokens }: Pick<Coin, 'tokens'>, parts: readonly ChainPart[]): boolean =>
  tokens.every(({ chainId }) => parts.some((part) => part.chainId === chainId && isWhole(part)));
