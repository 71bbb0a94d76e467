import { type Address, isAddressEqual } from 'viem';

/**
 * Code of well-known wallets to which accounts delegate (EIP-7702). Each is published by its authors for this use, at
 * the same address on the networks that they support. An address isn't added because it is frequent: most delegations to
 * unpublished code steal what the account receives.
 */
const delegates: readonly { address: Address; name: string }[] = [
  { address: '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B', name: 'MetaMask' },
  { address: '0x7702cb554e6bFb442cb743A7dF23154544a7176C', name: 'Coinbase' },
  { address: '0x000000009B1D0aF20D8C6d0A44e162d11F9b8f00', name: 'Uniswap' },
  { address: '0x5A7FC11397E9a8AD41BF10bf13F22B0a63f96f6d', name: 'Ambire' },
  { address: '0x80296FF8D1ED46f8e3C7992664D13B833504c2Bb', name: 'OKX' },
];

/** Returns the wallet whose code an account delegates to, or null if the code isn't known. */
export const delegateName = (address: Address): string | null =>
  delegates.find((known) => isAddressEqual(known.address, address))?.name ?? null;
