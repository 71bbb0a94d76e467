import { type Hex, pad } from 'viem';
import { z } from 'zod';
import { POST as verifyTx } from '@/app/api/deposit/verifyTx/route';
import { GET as activity } from '@/app/api/wallet/activity/route';
import { isSignedByContract } from '@/lib/server/auth/signature';
import { clearCache } from '@/lib/server/cached';
import { findChain } from '@/lib/server/chain/node';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { depositNative } from '../../support/api-deposit';
import { tokenOf } from '../../support/api-sign-in';
import { type HostileNode, relayTo, startHostileNode } from '../../support/hostile-node';
import { queryDatabase } from '../../support/plain-chains';
import { contractWallet, FACTORY } from '../../support/smart-account';

/** Number of answers that are together larger than a batch may be (10 MiB), at LARGE_BYTES each. */
const COUNT = 40;
const LARGE_BYTES = 300 * 1_024;
const account = demoAccount(1);
let backend: Backend;
let node: HostileNode;
let token: string;
beforeAll(async () => {
  backend = await startBackend();
  node = await startHostileNode(relayTo(backend.chains[0].rpcUrl));
  token = await tokenOf(account);
  await queryDatabase(backend, 'update chains set server_rpc_url = $1 where id = 31337', [node.url]);
  clearCache();
});
afterAll(async () => {
  await node.stop();
  await backend.stop();
});
afterEach(() => node.honest());

test('OPS-3 finds the blocks that the chain lost, however many transactions its blocks have', async () => {
  const txHash: Hex = await depositNative(backend.chains[0], account, 5n);
  expect(await callRoute(verifyTx, { body: { chainId: 31337, txHash }, token })).toMatchObject({ code: 200 });
  await backend.chains[0].client.mine({ blocks: COUNT });
  await queryDatabase(
    backend,
    `insert into transactions (kind, chain_id, tx_hash, log_index, owner, coin_id, amount_raw, decimals,
        block_number, block_hash, block_time)
      select kind, chain_id, '0x' || number, log_index, owner, coin_id, amount_raw, decimals,
        block_number + number, '0x' || number, block_time
      from transactions, generate_series(1, $1) as number`,
    [COUNT],
  );
  const hash = pad('0x1', { size: 32 });
  const hashes = Array.from({ length: LARGE_BYTES / JSON.stringify(hash).length }, () => hash);
  node.state.lie = ({ method }, result) =>
    method === 'eth_getBlockByNumber' ? { ...z.looseObject({}).parse(result), transactions: hashes } : result;
  clearCache();
  expect(await callRoute(activity, { token })).toMatchObject({
    code: 200,
    data: { total: 1, list: [{ txHash }] },
  });
});

test('AUTH-2 signatures of contracts with much code are checked at once', async () => {
  const [{ client }] = backend.chains;
  const { address, factoryData } = contractWallet(account.address);
  const hash = await client.sendTransaction({ to: FACTORY, data: factoryData });
  await client.waitForTransactionReceipt({ hash });
  const chain = await findChain(31337);
  const message = 'message';
  const signature = await account.signMessage({ message });
  const verify = () => isSignedByContract(chain, { address, message, signature });
  node.state.lie = ({ method }, result) =>
    method === 'eth_getCode' ? `0x${'fe'.repeat(LARGE_BYTES / 2)}` : result;
  const proofs = await Promise.all(Array.from({ length: COUNT }, verify));
  expect(proofs).toEqual(Array.from({ length: COUNT }, () => true));
});
