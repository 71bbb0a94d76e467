import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { encodeFunctionData, erc20Abi, numberToHex, parseEther, parseUnits } from 'viem';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { readDapps } from '@/lib/settings/dapps-file';
import { isPortFree } from '@/server/process/process';
import { demoAccount } from '../chains/anvil-client';
import type { DeployedChain } from '../chains/local-chains-file';
import { projectRoot } from '../settings';

const FOLDER = path.join(projectRoot, 'config/demo/dapps');
const HOST = '127.0.0.1';
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

/** Account that receives tips. */
const TIPPED = 5;

/** Returns the data of each sample DApp's page, by slug. */
function pageData({ id, contracts: { tUsdt, presale } }: DeployedChain) {
  const jar = demoAccount(TIPPED).address;
  const call = (functionName: 'approve' | 'transfer', to: `0x${string}`, amount: string) => ({
    to: tUsdt,
    data: encodeFunctionData({ abi: erc20Abi, functionName, args: [to, parseUnits(amount, 6)] }),
  });
  const contribute = encodeFunctionData({
    ...{ abi: presaleAbi, functionName: 'contribute', args: [parseUnits('50', 6)] },
  });
  return {
    'tip-jar': {
      tips: { ether: { to: jar, value: numberToHex(parseEther('0.01')) }, token: call('transfer', jar, '5') },
    },
    'token-sale': {
      chainId: numberToHex(id),
      purchase: [call('approve', presale, '50'), { to: presale, data: contribute }],
    },
  };
}

/** Serves one sample DApp. Returns a function that stops it. */
async function serve(
  slug: string,
  port: number,
  wallets: readonly string[],
  data: object,
): Promise<() => Promise<void>> {
  // Each line does nothing unless the page is opened by the wallet at that origin.
  const provider = wallets.map((origin) => `<script src="${origin}/dapp-provider.js"></script>`).join('\n  ');
  const fill = (text: string) =>
    text
      .replace('<script src="/dapp-provider.js"></script>', provider)
      .replace('= DATA;', `= ${JSON.stringify(data)};`);
  const server = createServer(async ({ url }, response) => {
    const name = url === '/' ? `${slug}.html` : (url ?? '').slice(1);
    if (![`${slug}.html`, 'style.css', 'sample-dapp.js'].includes(name)) {
      response.writeHead(404).end();
      return;
    }
    const text = await readFile(path.join(FOLDER, name), 'utf8');
    response.setHeader('Content-Type', TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain');
    response.setHeader('Content-Security-Policy', `frame-ancestors ${wallets.join(' ')}`);
    response.end(fill(text));
  });
  server.listen(port, HOST);
  await once(server, 'listening');
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
}

/**
 * Serves the sample DApps that a list names, at their origins. `wallets` are the site's origins. Returns functions that stop them,
 * and lines for the console: a port that is taken leaves out that DApp.
 */
export async function startSampleDapps(listFile: string, chain: DeployedChain, wallets: readonly string[]) {
  const data: Readonly<Record<string, object>> = pageData(chain);
  const stops: (() => Promise<void>)[] = [];
  const lines: string[] = [];
  for (const { slug, origin } of await readDapps(listFile)) {
    const { hostname, port } = new URL(origin);
    if (hostname !== HOST || data[slug] === undefined) continue;
    if (await isPortFree(Number(port), HOST))
      stops.push(await serve(slug, Number(port), wallets, data[slug]));
    else lines.push(`${slug.padEnd(15)} not served: port ${port} is taken by another program`);
  }
  return { stops, lines };
}
