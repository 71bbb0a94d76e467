import { useConnection, useSignTypedData } from 'wagmi';
import type { AccountSigner } from '@/lib/wallet/messages/messenger/types';

/** React hook that returns how the connected account signs statements about its devices. */
export function useAccountSigner(): AccountSigner {
  const { chainId = 1 } = useConnection();
  const { mutateAsync } = useSignTypedData();
  return {
    chainId,
    // The two kinds have different types, which only one call each can infer.
    signTypedData: (message) =>
      message.primaryType === 'DeviceBinding' ? mutateAsync(message) : mutateAsync(message),
  };
}
