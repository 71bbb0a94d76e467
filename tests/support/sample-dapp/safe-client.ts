import { SafeAppProvider } from '@safe-global/safe-apps-provider';
import SafeAppsSDK from '@safe-global/safe-apps-sdk';

/** A page of the sample DApp that uses the Safe Apps SDK, and its EIP-1193 provider, as their packages are. */
const sdk = new SafeAppsSDK();
Object.assign(window, {
  safeClient: {
    sdk,
    provider: async () => new SafeAppProvider(await sdk.safe.getInfo(), sdk),
  },
});
