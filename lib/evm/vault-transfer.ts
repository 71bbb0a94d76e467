import { type Address, type Hex, hashTypedData } from 'viem';

/** EIP-712 type of a signed transfer between vault balances (`IVault.SignedTransfer`). */
export const vaultTransferTypes = {
  Transfer: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const;

/** Name and version of the vault's EIP-712 domain. */
export const VAULT_DOMAIN = { name: 'Tidewell vault', version: '1' } as const;

/** A transfer between vault balances, as its sender signs it. */
export type VaultTransfer = {
  from: Address;
  to: Address;
  /** Token, or `NATIVE_TOKEN`. */
  token: Address;
  /** In base units. */
  amount: bigint;
  nonce: bigint;
  /** Latest block time at which the transfer is possible, in seconds. */
  deadline: bigint;
};

/** Returns the EIP-712 message that the sender of a transfer signs. */
export const vaultTransferMessage = (chainId: number, vault: Address, message: VaultTransfer) =>
  ({
    domain: { ...VAULT_DOMAIN, chainId, verifyingContract: vault },
    types: vaultTransferTypes,
    primaryType: 'Transfer',
    message,
  }) as const;

/** Returns the EIP-712 hash of a transfer. The vault's `Transferred` event has it, and the API uses it as the job's ID. */
export const vaultTransferDigest = (chainId: number, vault: Address, transfer: VaultTransfer): Hex =>
  hashTypedData(vaultTransferMessage(chainId, vault, transfer));
