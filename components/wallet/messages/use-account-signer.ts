import { useConnection, useSignTypedData } from 'wagmi';
import type { AccountSigner } from '@/lib/messages/protocol/view-types';

/** React hook that returns the connected account's signer for statements about its devices. */
export function useAccountSigner(): AccountSigner {
  const { chainId = 1 } = useConnection();
  const { mutateAsync } = useSignTypedData();
  return {
    chainId,
    // TypeScript can infer the typed data of only one kind per call.
    signTypedData: (message) =>
      message.primaryType === 'DeviceBinding' ? mutateAsync(message) : mutateAsync(message),
  };
}
