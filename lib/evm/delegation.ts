import type { Hex } from 'viem';

/** This, then the address of the code that is borrowed. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i;

/** Whether the code at an address is an EIP-7702 delegation: the account is still its key's, and no contract. */
export const isDelegation = (code: Hex): boolean => DELEGATION.test(code);
