import { z } from 'zod';
import { address, addressInput, chainId, chainIdInput } from './values';

const deployments = z.array(z.object({ chainId, address })).readonly();

export const descriptorPath = z.object({
  chainId: z.string().meta({ description: 'EIP-155 chain ID.', examples: ['1'] }),
  file: z.string().meta({
    description:
      'Address of the contract or token, and `.json`. With `eip712-` before it: the messages that users sign for the contract.',
    examples: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed.json'],
  }),
});

/** An ERC-7730 file. The schema at `$schema` describes its fields. */
export const descriptorFile = z
  .object({
    $schema: z.url(),
    context: z.object({
      $id: z.string(),
      contract: z.object({ deployments }).optional(),
      eip712: z.object({ deployments }).optional(),
    }),
    metadata: z.looseObject({ owner: z.string() }),
    display: z.object({ formats: z.record(z.string(), z.looseObject({ intent: z.string() })) }),
  })
  .meta({ id: 'ClearSigningDescriptor', description: 'An ERC-7730 file, version 2.' });

export const registryQuery = z.object({ chainId: chainIdInput, address: addressInput });

/** Files of the operator's registry, merged with what they include and bound to the one contract. */
export const registryFiles = z
  .array(
    z
      .object({
        context: z.object({
          contract: z.object({ deployments }).optional(),
          eip712: z.looseObject({ deployments }).optional(),
        }),
        metadata: z.looseObject({ owner: z.string() }),
        display: z.object({ formats: z.record(z.string(), z.looseObject({ intent: z.string() })) }),
      })
      .meta({ id: 'RegistryDescriptor', description: 'A checked ERC-7730 file of a registry.' }),
  )
  .readonly();
