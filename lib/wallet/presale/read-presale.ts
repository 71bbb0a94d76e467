import { type Address, erc20Abi, multicall3Abi, zeroAddress } from 'viem';
import type { Config } from 'wagmi';
import { readContract, readContracts } from 'wagmi/actions';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { NATIVE_TOKEN } from '@/lib/evm/native-token';
import type { ContractPlace } from '@/lib/wallet/networks/contract-places';
import { readNextTime } from '@/lib/wallet/networks/read-next-time';
import { type PresaleRead, type PresaleTerms, presaleStages } from './presale-arithmetic';

/** A presale's terms, which never change. @throws where the chain does not answer. */
export async function readPresaleTerms(
  config: Config,
  { chainId, address }: ContractPlace,
): Promise<PresaleTerms> {
  const contract = { chainId, address, abi: presaleAbi } as const;
  const [terms, inventory] = await readContracts(config, {
    allowFailure: false,
    contracts: [
      { ...contract, functionName: 'terms' },
      { ...contract, functionName: 'inventory' },
    ],
  });
  const token = { chainId, address: terms.saleToken, abi: erc20Abi } as const;
  const decimals = await readContract(config, { ...token, functionName: 'decimals' });
  return { ...terms, inventory, saleUnit: 10n ** BigInt(decimals) };
}

/**
 * All figures of a presale at one block, in one multicall, and the time of the block to come.
 * @throws where the chain does not answer, or tells of a stage that is not known here.
 */
export async function readPresale(
  config: Config,
  { chainId, address, multicall }: ContractPlace,
  { paymentToken }: PresaleTerms,
  account: Address | undefined,
): Promise<PresaleRead> {
  const contract = { chainId, address, abi: presaleAbi } as const;
  const owner = [account ?? zeroAddress] as const;
  const balance =
    paymentToken === NATIVE_TOKEN
      ? ({
          chainId,
          address: multicall,
          abi: multicall3Abi,
          functionName: 'getEthBalance',
          args: owner,
        } as const)
      : ({ chainId, address: paymentToken, abi: erc20Abi, functionName: 'balanceOf', args: owner } as const);
  const [[stageIndex, start, end, raised, isPaused, contributed, bought, claimed, inWallet], at] =
    await Promise.all([
      readContracts(config, {
        allowFailure: false,
        contracts: [
          { ...contract, functionName: 'stage' },
          { ...contract, functionName: 'start' },
          { ...contract, functionName: 'end' },
          { ...contract, functionName: 'raised' },
          { ...contract, functionName: 'paused' },
          { ...contract, functionName: 'contributionOf', args: owner },
          { ...contract, functionName: 'purchasedBy', args: owner },
          { ...contract, functionName: 'claimedBy', args: owner },
          balance,
        ],
      }),
      readNextTime(config, { chainId, multicall }),
    ]);
  const stage = presaleStages[stageIndex];
  if (!stage) throw new RangeError(`the presale on chain ${chainId} is at stage ${stageIndex}`);
  return {
    stage,
    start,
    end,
    raised,
    isPaused,
    position: account ? { contributed, bought, claimed, inWallet } : null,
    at,
    receivedAt: Date.now(),
  };
}
