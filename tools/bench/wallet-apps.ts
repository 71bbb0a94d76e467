import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { childEnv } from '@/lib/settings/process-env';
import pkg from '@/package.json' with { type: 'json' };
import { waitUntil } from '@/server/process/process';

/** A fake project ID: the dialogs open without a connection to the relay. */
const PROJECT_ID = '0123456789abcdef0123456789abcdef';

const shared = {
  next: pkg.dependencies.next,
  react: pkg.dependencies.react,
  'react-dom': pkg.dependencies['react-dom'],
  viem: pkg.dependencies.viem,
  '@tanstack/react-query': pkg.dependencies['@tanstack/react-query'],
};

const page = (imports: string, setup: string, tree: string) => `'use client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { WagmiProvider } from 'wagmi';
${imports}
const queries = new QueryClient();
${setup}
export default function Page() {
  return <QueryClientProvider client={queries}>${tree}</QueryClientProvider>;
}
`;

/** Minimal apps based on the libraries' guides: one page with the library's connect button, on one chain. */
export const walletApps = {
  RainbowKit: {
    dependencies: { ...shared, wagmi: '2.19.5', '@rainbow-me/rainbowkit': '2.2.11' },
    page: page(
      `import '@rainbow-me/rainbowkit/styles.css';
import { ConnectButton, getDefaultConfig, RainbowKitProvider } from '@rainbow-me/rainbowkit';
import { mainnet } from 'wagmi/chains';`,
      `const config = getDefaultConfig({ appName: 'Bench', projectId: '${PROJECT_ID}', chains: [mainnet], ssr: true });`,
      '<WagmiProvider config={config}><RainbowKitProvider><ConnectButton /></RainbowKitProvider></WagmiProvider>',
    ),
  },
  AppKit: {
    dependencies: {
      ...shared,
      wagmi: pkg.dependencies.wagmi,
      '@reown/appkit': '1.8.24',
      '@reown/appkit-adapter-wagmi': '1.8.24',
    },
    page: page(
      `import { createAppKit, useAppKit } from '@reown/appkit/react';
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi';
import { mainnet } from '@reown/appkit/networks';`,
      `const adapter = new WagmiAdapter({ networks: [mainnet], projectId: '${PROJECT_ID}', ssr: true });
createAppKit({
  adapters: [adapter],
  networks: [mainnet],
  projectId: '${PROJECT_ID}',
  metadata: { name: 'Bench', description: 'Bench', url: 'http://127.0.0.1', icons: [] },
  features: { analytics: false, email: false, socials: false },
});
function Connect() {
  const { open } = useAppKit();
  return <button type="button" onClick={() => open()}>Connect Wallet</button>;
}`,
      '<WagmiProvider config={adapter.wagmiConfig}><Connect /></WagmiProvider>',
    ),
  },
} as const;

/** Optional dependencies of a wagmi connector. They aren't used, so their imports resolve to an empty module. */
const UNUSED = [
  '@x402/core/client',
  '@x402/evm',
  '@x402/evm/exact/client',
  '@x402/evm/upto/client',
  '@x402/svm/exact/client',
];

async function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(command, args, {
    cwd,
    env: childEnv({ NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: undefined, NEXT_DIST_DIR: undefined }),
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ends with ${code}`);
}

/** Installs, builds and serves one of the apps in a temporary folder. @throws if npm or Next fails. */
export async function startWalletApp(name: keyof typeof walletApps, port: number) {
  const { dependencies, page } = walletApps[name];
  const root = await mkdtemp(path.join(tmpdir(), 'wallet-app-'));
  await mkdir(path.join(root, 'app'));
  const layout = `export default ({ children }) => <html lang="en"><body>{children}</body></html>;\n`;
  const resolveAlias = Object.fromEntries(UNUSED.map((name) => [name, './empty.cjs']));
  const config = `export default { turbopack: ${JSON.stringify({ root, resolveAlias })} };\n`;
  await Promise.all([
    writeFile(
      path.join(root, 'package.json'),
      JSON.stringify({ private: true, type: 'module', dependencies }),
    ),
    writeFile(path.join(root, 'next.config.mjs'), config),
    writeFile(path.join(root, 'empty.cjs'), 'module.exports = {};\n'),
    writeFile(path.join(root, 'app', 'layout.jsx'), layout),
    writeFile(path.join(root, 'app', 'page.jsx'), page),
  ]);
  await run('npm', ['install', '--no-audit', '--no-fund', '--legacy-peer-deps', '--loglevel=error'], root);
  const next = path.join(root, 'node_modules', 'next', 'dist', 'bin', 'next');
  await run(process.execPath, [next, 'build'], root);
  const child = spawn(process.execPath, [next, 'start', '--hostname', '127.0.0.1', '--port', String(port)], {
    cwd: root,
    env: childEnv({ NODE_ENV: 'production', NEXT_DIST_DIR: undefined }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(origin).then(
      (response) => response.ok,
      () => false,
    );
  await waitUntil(answers, { timeoutMs: 60_000, intervalMs: 100, message: `${name} does not answer` });
  return {
    origin,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(root, { recursive: true, force: true });
    },
  };
}
