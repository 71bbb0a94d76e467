import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  createTestClient,
  type EIP1193RequestFn,
  type Hex,
  type HttpTransport,
  publicActions,
  walletActions,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { ChainsFile } from '@/lib/evm/chains-file';
import { anvilClient, anvilHttp, withGasMargin } from '@/scripts/launcher/chains/anvil-client';

export const E2E_PORT = 3410;
export const E2E_ORIGIN = `http://127.0.0.1:${E2E_PORT}`;
/**
 * Origin of the demo shell, which may embed the site under test. FOREIGN_SHELL_ORIGIN is the same shell at an unlisted
 * origin.
 */
export const SHELL_ORIGIN = `http://127.0.0.1:${E2E_PORT + 1}`;
export const FOREIGN_SHELL_ORIGIN = `http://localhost:${E2E_PORT + 1}`;
/** Origin of the sample DApp, which the site under test lists (tests/support/dapps.json). */
export const DAPP_ORIGIN = `http://127.0.0.1:${E2E_PORT + 2}`;
/** Origin of MetaMask's test DApp, which the site under test lists, too. */
export const TEST_DAPP_ORIGIN = `http://127.0.0.1:${E2E_PORT + 5}`;
/** Port of the push service that a test starts. */
export const PUSH_PORT = E2E_PORT + 3;
export const E2E_DAPPS = 'tests/support/dapps.json';
export const E2E_DATA_DIR = '.data/e2e';
/** A build contains its canonical origin, so the tests use a different build than `npm start`. */
export const E2E_DIST_DIR = '.next-e2e';
export const E2E_DRAFTS_DIR = '.data/e2e-drafts';
export const E2E_PREVIEW_SECRET = 'the secret of the previews under test';

/** Reads the contracts that the launcher deployed for the site under test. */
export function readChains(dataDir = E2E_DATA_DIR): ChainsFile {
  return JSON.parse(readFileSync(`${dataDir}/chains.json`, 'utf8'));
}

/** Returns whether a transaction failed because the node gave its nonce to a concurrent transaction. */
const hasLostItsNonce = ({ method, params }: { method: string; params?: unknown }, error: unknown) =>
  method === 'eth_sendTransaction' &&
  !/"nonce"/.test(JSON.stringify(params)) &&
  /nonce too low|replacement transaction underpriced/i.test(String(error));

/**
 * Sends a transaction again if the node rejects it because of a concurrent one: the node assigns a nonce before it
 * accepts the transaction.
 */
function withNonceRetry(inner: HttpTransport): HttpTransport {
  return (options) => {
    const transport = inner(options);
    const request = async (args: { method: string; params?: unknown }): Promise<unknown> => {
      try {
        return await transport.request(args);
      } catch (error) {
        if (hasLostItsNonce(args, error)) return request(args);
        throw error;
      }
    };
    return { ...transport, request: request as EIP1193RequestFn };
  };
}

/** Returns a client for a local chain that can also mine, set balances, and send from the development accounts. */
export function chainClient(chainId: number, dataDir = E2E_DATA_DIR) {
  const entry = readChains(dataDir).chains.find(({ id }) => id === chainId);
  if (!entry) throw new Error(`chain ${chainId} is not running`);
  const chain = {
    id: entry.id,
    name: entry.name,
    nativeCurrency: entry.nativeCurrency,
    rpcUrls: { default: { http: [entry.rpcUrl] } },
  };
  return createTestClient({
    mode: 'anvil',
    chain,
    transport: withNonceRetry(withGasMargin(anvilHttp(entry.rpcUrl))),
  })
    .extend(publicActions)
    .extend(walletActions);
}

/** Returns a client like the launcher's for a local chain. Let only an account of the test send with it. */
export function launcherClient(chainId: number) {
  const entry = readChains().chains.find(({ id }) => id === chainId);
  if (!entry) throw new Error(`chain ${chainId} is not running`);
  return anvilClient(entry);
}

/** The first development account. The node signs for it, so that parallel tests don't compete for its nonce. */
const FUNDER = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
).address;

export function findToken(symbol: string, chainId: number, dataDir = E2E_DATA_DIR) {
  const coin = readChains(dataDir).coins.find((candidate) => candidate.symbol === symbol);
  const token = coin?.tokens.find((candidate) => candidate.chainId === chainId);
  if (!coin || !token) throw new Error(`${symbol} is not on chain ${chainId}`);
  return { coinId: coin.id, ...token };
}

export function findContract(name: string, chainId: number, dataDir = E2E_DATA_DIR): Hex {
  const address = readChains(dataDir).chains.find(({ id }) => id === chainId)?.contracts[name];
  if (!address) throw new Error(`${name} is not on chain ${chainId}`);
  return address;
}

export { FUNDER };

/** The build for real chains, which contains no demo wallet. */
export const REAL_DIST_DIR = '.next-real';
/** Canonical origin of a fictional operator. */
export const OPERATOR = 'https://wallet.example.org';
/** Website settings with store links and with all claims on the home page enabled, except for DApps. */
export const WEBSITE_WITH_APPS = 'tests/support/website-with-apps.json';

/**
 * Serves the pages and scripts of the build for real chains, as an operator's site would. The site's API returns only
 * the website's settings.
 */
export async function serveRealBuild(page: Page, walletConnectProjectId: string | null) {
  await page.route(`${OPERATOR}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/api/config/website')
      return route.fulfill({ json: { code: 200, msg: '', data: { walletConnectProjectId } } });
    if (pathname.startsWith('/_next/static/'))
      return route.fulfill({ path: join(REAL_DIST_DIR, pathname.slice('/_next/'.length)) });
    if (!/^(\/zh-Hant)?\/(home|download|wallet)$/.test(pathname)) return route.fulfill({ status: 404 });
    const file = pathname.startsWith('/zh-Hant/') ? pathname : `/en${pathname}`;
    return route.fulfill({ path: join(REAL_DIST_DIR, `server/app${file}.html`) });
  });
}
