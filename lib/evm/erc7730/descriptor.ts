import { type AbiFunction, type Address, toFunctionSignature } from 'viem';
import cardAccount from './card-account.json';
import cardMessages from './card-messages.json';
import type { Deployment, DescriptorFile, DisplayFormat, FieldFormat } from './descriptor-file';
import erc20 from './erc20.json';
import { functionOfKey } from './find-format';
import permit from './permit.json';
import pledge from './pledge.json';
import presale from './presale.json';
import stakingPool from './staking-pool.json';
import swapRouter from './swap-router.json';
import vault from './vault.json';
import vaultTransfer from './vault-transfer.json';

/** Format of a field of this site's own. `$id` is the key of its label in the message files. */
type OwnField = FieldFormat & { $id: string; path: string };

/** Format of this site's own. `$id` is the key of its intent in the message files. */
type OwnFormat = Omit<DisplayFormat, 'fields'> & {
  $id: string;
  interpolatedIntent: string;
  fields: readonly OwnField[];
};

/** An ERC-7730 file of this site's own, version 2. */
export type Descriptor = {
  $schema: string;
  context: {
    $id: string;
    contract?: { deployments: readonly Deployment[] };
    eip712?: { deployments: readonly Deployment[] };
  };
  metadata: Omit<DescriptorFile['metadata'], 'constants'> & {
    info?: { url: string };
    constants?: Readonly<Record<string, string | null>>;
  };
  display: { formats: Readonly<Record<string, OwnFormat>> };
};

/** Descriptors of the operator's contracts, keyed by contract name. */
export const contractDescriptors: Readonly<Record<string, Descriptor>> = {
  vault_contract: vault,
  staking_contract: stakingPool,
  presale_contract: presale,
  pledge_contract: pledge,
  card_contract: cardAccount,
  router_contract: swapRouter,
};

/** Descriptor for calls to any ERC-20 token. Not served, because wallets already have descriptions of these calls. */
export const tokenDescriptor: Descriptor = erc20;

/** Descriptor of the messages that users sign for tokens (EIP-712): permits (ERC-2612), and cancellations (ERC-3009). */
export const permitDescriptor: Descriptor = permit;

/** Descriptors of the messages that users sign for the operator's contracts (EIP-712), keyed by contract name. */
export const messageDescriptors: Readonly<Record<string, Descriptor>> = {
  vault_contract: vaultTransfer,
  card_contract: cardMessages,
};

/**
 * Finds the format for a function signature without parameter names. Returns the format and the function's parameters,
 * or null if there is none.
 */
export function formatOf(
  { display: { formats } }: Descriptor,
  signature: string,
): { format: OwnFormat; inputs: AbiFunction['inputs'] } | null {
  for (const [key, format] of Object.entries(formats)) {
    const item = functionOfKey(key);
    if (toFunctionSignature(item) === signature) return { format, inputs: item.inputs };
  }
  return null;
}

/** Names of the constants for the tokens that a contract transfers, in the order of `readPlatformTokens`. */
const tokenConstants: Readonly<Record<string, readonly string[]>> = {
  staking_contract: ['stakingToken', 'rewardToken'],
  presale_contract: ['paymentToken', 'saleToken'],
};

/**
 * Returns a contract's descriptor for one deployment, with the tokens that this deployment transfers. Returns null if
 * the contract has no descriptor. Each deployment has its own descriptor, because its tokens and terms differ.
 */
export function boundDescriptor(
  name: string,
  deployment: Deployment,
  tokens: readonly Address[],
): Descriptor | null {
  const descriptor = contractDescriptors[name];
  if (!descriptor) return null;
  const { context, metadata } = descriptor;
  const names = tokenConstants[name];
  return {
    ...descriptor,
    context: { ...context, contract: { deployments: [deployment] } },
    metadata: {
      ...metadata,
      ...(names && {
        constants: Object.fromEntries(names.map((key, index) => [key, tokens[index] ?? null])),
      }),
      ...(metadata.maps && {
        maps: {
          termToken: {
            ...metadata.maps.termToken,
            values: Object.fromEntries(tokens.map((token, termId) => [String(termId), token])),
          },
        },
      }),
    },
  };
}
