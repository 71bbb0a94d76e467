import { useTranslations } from 'next-intl';
import { type Address, type Client, isAddressEqual, parseAbiItem } from 'viem';
import { getLogs } from 'viem/actions';
import { useBlock } from 'wagmi';
import { useChainDate } from '@/components/wallet/display/use-chain-time';
import type { BlockRange } from '@/lib/evm/scan-logs';
import { useLogScan } from '@/lib/evm/use-log-scan';
import type { RecoveryPlan } from '@/lib/wallet/recovery/recovery-plan';
import type { RecoveryPlace } from '@/lib/wallet/recovery/use-recovery-plans';

const recoverySet = parseAbiItem(
  'event RecoverySet(address indexed owner, address indexed recoveryAddress, uint32 delay)',
);

const readSet =
  (address: Address) =>
  (client: Client, owner: Address, { fromBlock, toBlock }: BlockRange) =>
    getLogs(client, { address, event: recoverySet, args: { owner }, strict: true, fromBlock, toBlock });

/** When the account set a contract's plan, by its latest event. Empty if no event that was found shows this plan. */
export function SetDate({
  account,
  place: { chainId, address },
  plan,
}: {
  account: Address;
  place: RecoveryPlace;
  plan: RecoveryPlan;
}) {
  const t = useTranslations('wallet.recovery');
  const date = useChainDate();
  const { found } = useLogScan(`recoverySet ${address}`, chainId, account, readSet(address));
  const [latest] = found.toSorted(
    (one, other) => Number(other.blockNumber - one.blockNumber) || other.logIndex - one.logIndex,
  );
  const isShown =
    latest !== undefined &&
    isAddressEqual(latest.args.recoveryAddress, plan.recoveryAddress) &&
    latest.args.delay === plan.delay;
  const { data: block } = useBlock({
    chainId,
    ...(latest ? { blockHash: latest.blockHash } : {}),
    query: { enabled: isShown, staleTime: Number.POSITIVE_INFINITY },
  });
  return isShown && block ? t('setOn', { date: date(block.timestamp) }) : null;
}
