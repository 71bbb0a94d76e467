import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { brand } from '@/lib/content/website';

/** Readable, because DApps' developers should see what runs in their page. Served as it is, except for the wallet's name. */
const SOURCE = 'lib/server/dapp-provider/dapp-provider.js';
const ICON = 'app/icon.svg';

/** Returns a site's reverse domain name (EIP-6963). An address of this device has none. */
export function reverseDomain(origin: string): string {
  const { hostname } = new URL(origin);
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && hostname.includes('.');
  return isName ? hostname.split('.').reverse().join('.') : 'localhost.wallet';
}

/** Returns the script that DApps load to offer the wallet of a site in its frame. */
export async function providerScript(site: string): Promise<string> {
  const [source, icon] = await Promise.all([readFile(SOURCE, 'utf8'), readFile(ICON)]);
  const info = {
    name: brand,
    icon: `data:image/svg+xml;base64,${icon.toString('base64')}`,
    rdns: reverseDomain(site),
  };
  return source.replace('WALLET_INFO', () => JSON.stringify(info));
}
