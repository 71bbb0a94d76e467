import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  createTestClient,
  type EIP1193RequestFn,
  type Hex,
  type HttpTransport,
  http,
  publicActions,
  toHex,
  walletActions,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { ChainsFile } from '@/lib/evm/chains-file';

export const E2E_PORT = 3410;
export const E2E_ORIGIN = `http://127.0.0.1:${E2E_PORT}`;
/** The demo shell that may embed the site under test, and the same one at an origin that is not listed. */
export const SHELL_ORIGIN = `http://127.0.0.1:${E2E_PORT + 1}`;
export const FOREIGN_SHELL_ORIGIN = `http://localhost:${E2E_PORT + 1}`;
export const E2E_DATA_DIR = '.data/e2e';
/** A build names its canonical origin, so the one under test is not the one of `npm start`. */
export const E2E_DIST_DIR = '.next-e2e';
export const E2E_DRAFTS_DIR = '.data/e2e-drafts';
export const E2E_PREVIEW_SECRET = 'the secret of the previews under test';

/** What the launcher deployed for the site under test. */
export function readChains(dataDir = E2E_DATA_DIR): ChainsFile {
  return JSON.parse(readFileSync(`${dataDir}/chains.json`, 'utf8'));
}

/** Whether the node gave a transaction the nonce of another one that came at the same time. */
const hasLostItsNonce = ({ method, params }: { method: string; params?: unknown }, error: unknown) =>
  method === 'eth_sendTransaction' &&
  !/"nonce"/.test(JSON.stringify(params)) &&
  /nonce too low|replacement transaction underpriced/i.test(String(error));

/**
 * The node's answers, but for two of its ways: it gives a nonce before it takes the transaction, so that of two at once it
 * refuses one, and its estimates know nothing of what a contract has to write down a second later.
 */
function patient(url: string): HttpTransport {
  const inner = http(url);
  return (options) => {
    const transport = inner(options);
    const request = async (args: { method: string; params?: unknown }): Promise<unknown> => {
      try {
        const answer = await transport.request(args);
        return args.method === 'eth_estimateGas' ? toHex((BigInt(String(answer)) * 3n) / 2n) : answer;
      } catch (error) {
        if (hasLostItsNonce(args, error)) return request(args);
        throw error;
      }
    };
    return { ...transport, request: request as EIP1193RequestFn };
  };
}

/** A client of a local chain that may also mine, set balances and send from the development accounts. */
export function chainClient(chainId: number, dataDir = E2E_DATA_DIR) {
  const entry = readChains(dataDir).chains.find(({ id }) => id === chainId);
  if (!entry) throw new Error(`chain ${chainId} is not running`);
  const chain = {
    id: entry.id,
    name: entry.name,
    nativeCurrency: entry.nativeCurrency,
    rpcUrls: { default: { http: [entry.rpcUrl] } },
  };
  return createTestClient({ mode: 'anvil', chain, transport: patient(entry.rpcUrl) })
    .extend(publicActions)
    .extend(walletActions);
}

/** The first development account: the node signs for it, so parallel tests do not race for its nonce. */
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

/** The build for real chains, which no demo wallet is in. */
export const REAL_DIST_DIR = '.next-real';
/** An operator's canonical origin. */
export const OPERATOR = 'https://wallet.example.org';
/** Store links that are set, and every claim of the home page switched on. */
export const WEBSITE_WITH_APPS = 'tests/support/website-with-apps.json';

/** Serves the pages and scripts of the build as the operator's site, and an API that has but the website's settings. */
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
