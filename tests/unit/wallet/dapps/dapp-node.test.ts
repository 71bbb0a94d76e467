import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getBlockNumber } from 'viem/actions';
import { dappNodes } from '@/lib/wallet/dapps/dapp-node';
import { readCall } from '@/lib/wallet/dapps/read-call';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';

type Asked = { id: number; method: string };

test("DAPP-2 a DApp's reads are not sent in one request with the wallet's own", async () => {
  const bodies: string[][] = [];
  const node = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const asked = [JSON.parse(text) as Asked | Asked[]].flat();
    bodies.push(asked.map(({ method }) => method));
    const answers = asked.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x7a69' }));
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answers));
  });
  await new Promise<void>((resolve) => {
    node.listen(0, '127.0.0.1', resolve);
  });
  try {
    const { port } = node.address() as AddressInfo;
    const rpcUrl = `http://127.0.0.1:${port}`;
    const chain = { id: 31337, name: 'One', nativeSymbol: 'ETH', browserAddress: '', browserTx: '' };
    const config = createWalletConfig([{ ...chain, rpcUrl, testnet: true }], new Map());
    const dapp = dappNodes(config)(31337);
    const reads = await Promise.all([
      getBlockNumber(config.getClient({ chainId: 31337 }), { cacheTime: 0 }),
      readCall(dapp, { call: 'eth_gasPrice', params: [] }),
      readCall(dapp, { call: 'eth_chainId', params: [] }),
    ]);
    expect(reads).toEqual([31_337n, '0x7a69', '0x7a69']);
    expect(bodies).toHaveLength(2);
    expect(bodies.filter((one) => one.includes('eth_blockNumber') && one.includes('eth_gasPrice'))).toEqual(
      [],
    );
  } finally {
    node.close();
  }
});
