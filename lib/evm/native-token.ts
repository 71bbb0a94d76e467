import { zeroAddress } from 'viem';

/** The vault's name for a chain's own coin. */
export const NATIVE_TOKEN = zeroAddress;
