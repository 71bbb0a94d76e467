import { writeWhole } from '@/server/process/file';
import { anvilClient } from './launcher/chains/anvil-client';
import { deployLocal } from './launcher/chains/deploy';
import { localChainsFile } from './launcher/chains/local-chains-file';
import { prepareSenderKey } from './launcher/chains/sender-keys';

const [serverRpcUrl, rpcUrl, origin, file, keysDir] = process.argv.slice(2);

/** Deploys the contracts to a running anvil node and writes a chains file for it, and the keys of the senders if `KEYS_DIR` is given. */
async function deployChain(): Promise<string> {
  if (!serverRpcUrl || !rpcUrl || !origin || !file)
    throw new Error(
      'usage: tsx scripts/deploy-chain.ts SERVER_RPC_URL BROWSER_RPC_URL ORIGIN FILE [KEYS_DIR]',
    );
  const name = 'Trial chain';
  const id = await anvilClient({ id: 0, name, rpcUrl: serverRpcUrl }).getChainId();
  const client = anvilClient({ id, name, rpcUrl: serverRpcUrl });
  if (keysDir) await prepareSenderKey(keysDir, 'relayer', { id, client });
  const cardOperator = keysDir ? await prepareSenderKey(keysDir, 'card', { id, client }) : undefined;
  const contracts = await deployLocal(client, cardOperator);
  const { chains, coins } = localChainsFile([{ id, name, rpcUrl, contracts }], origin);
  const content = { chains: chains.map((chain) => ({ ...chain, serverRpcUrl })), coins };
  await writeWhole(file, `${JSON.stringify(content, null, 2)}\n`);
  return `${file}: ${name} (id ${id}) with its contracts`;
}

try {
  console.log(await deployChain());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
