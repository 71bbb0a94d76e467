import { type Address, concat, encodeAbiParameters, parseAbiParameters } from 'viem';
import { anvilClient, demoAccount } from '../../launcher/chains/anvil-client';
import { ownCode } from '../../launcher/chains/artifacts';
import { mined } from '../../launcher/chains/create2';
import { chainsIn } from '../../launcher/running-site';

/** Collectibles of one collection: what fits into a transaction's gas. */
const COLLECTION = 400;

/** Has an account own so many collectibles (ERC-721) on the first local chain of a site that runs, each with its picture. */
export async function holdCollectibles(dataDir: string, account: Address, count: number): Promise<void> {
  const [chain] = (await chainsIn(dataDir)).chains;
  if (!chain) throw new Error('the site has no chain');
  const client = anvilClient(chain);
  const code = await ownCode('DemoCollectible');
  for (let done = 0; done < count; done += COLLECTION) {
    const holders = Array<Address>(Math.min(COLLECTION, count - done)).fill(account);
    const data = concat([code, encodeAbiParameters(parseAbiParameters('address[]'), [holders])]);
    await mined(client, await client.sendTransaction({ account: demoAccount(4).address, data }));
  }
}
