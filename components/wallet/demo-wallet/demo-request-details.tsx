import { useTranslations } from 'next-intl';
import { type Abi, decodeFunctionData, erc20Abi, formatEther } from 'viem';
import { truncate } from '@/lib/amount';
import { pledgeAbi } from '@/lib/chain/abi/pledge';
import { presaleAbi } from '@/lib/chain/abi/presale';
import { stakingPoolAbi } from '@/lib/chain/abi/staking-pool';
import { vaultAbi } from '@/lib/chain/abi/vault';
import { routerAbi, wrappedAbi } from '@/lib/chain/swap/abi';
import type { DemoRequest } from './demo-request';

const abi: Abi = [
  ...vaultAbi,
  ...stakingPoolAbi,
  ...presaleAbi,
  ...pledgeAbi,
  ...routerAbi,
  ...wrappedAbi,
  ...erc20Abi,
];

function describeCall(request: Extract<DemoRequest, { kind: 'transaction' }>): string | null {
  if (request.data === '0x') return null;
  try {
    const { functionName, args } = decodeFunctionData({ abi, data: request.data });
    return `${functionName}(${(args ?? []).map(String).join(', ')})`;
  } catch {
    return request.data;
  }
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div className="border-b border-line py-2">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="font-mono text-sm break-all">{value}</dd>
    </div>
  );
}

/** What is about to be signed, whole: nothing is shortened away. */
export function DemoRequestDetails({ request }: { request: Exclude<DemoRequest, { kind: 'connect' }> }) {
  const t = useTranslations('wallet.demo');
  if (request.kind !== 'transaction') {
    const text =
      request.kind === 'message' ? request.message : JSON.stringify(JSON.parse(request.typedData), null, 2);
    return (
      <textarea
        readOnly
        aria-label={t('content')}
        value={text}
        rows={12}
        className="mt-4 w-full resize-none border border-line bg-transparent p-3 font-mono text-xs"
      />
    );
  }
  const call = describeCall(request);
  return (
    <dl className="mt-4">
      <Row label={t('chain')} value={String(request.chainId)} />
      <Row label={t('from')} value={request.account} />
      <Row label={t('to')} value={request.to ?? '–'} />
      <Row label={t('value')} value={truncate(formatEther(request.value), 18)} />
      {request.nonce === undefined ? null : <Row label={t('nonce')} value={String(request.nonce)} />}
      {call ? <Row label={t('call')} value={call} /> : null}
    </dl>
  );
}
