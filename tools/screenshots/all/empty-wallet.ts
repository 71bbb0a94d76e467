import type { BrowserContext } from 'playwright';
import { type Hex, hexToString } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

const NAME = 'Newcomer Wallet';
const ICON = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E';

/** Announces the wallet (EIP-6963). Runs in the page. */
function announce({
  name,
  icon,
  address,
  chainId,
}: {
  name: string;
  icon: string;
  address: string;
  chainId: string;
}) {
  const sign = (window as unknown as { signForNewcomer(message: string): Promise<string> }).signForNewcomer;
  const provider = {
    async request({ method, params = [] }: { method: string; params?: readonly string[] }): Promise<unknown> {
      if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [address];
      if (method === 'eth_chainId') return chainId;
      if (method === 'personal_sign') return sign(params[0] ?? '');
      throw Object.assign(new Error(`${method} is not supported`), { code: 4200 });
    },
    on: () => provider,
    removeListener: () => provider,
  };
  const info = { uuid: '3f1c9f8e-9a6b-4a5e-9d1e-6f0c5b7a2d10', name, icon, rdns: 'example.newcomer' };
  const respond = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    );
  window.addEventListener('eip6963:requestProvider', respond);
  respond();
}

/** A wallet with a new account that holds nothing. It can sign in, but sends nothing. */
export function createEmptyWallet(chainId: number) {
  const account = privateKeyToAccount(generatePrivateKey());
  const details = { name: NAME, icon: ICON, address: account.address, chainId: `0x${chainId.toString(16)}` };
  return {
    name: NAME,
    async install(context: BrowserContext): Promise<void> {
      await context.exposeFunction('signForNewcomer', (message: Hex) =>
        account.signMessage({ message: hexToString(message) }),
      );
      await context.addInitScript(announce, details);
    },
  };
}

export type EmptyWallet = ReturnType<typeof createEmptyWallet>;
