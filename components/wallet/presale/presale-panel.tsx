import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import type { Address } from 'viem';
import { NetworkSelect } from '@/components/wallet/fields/network-select';
import { readChainId, updatePageParams, usePageParams } from '@/components/wallet/shell/page-params';
import { TransferStatus } from '@/components/wallet/transfer/transfer-status';
import type { ChainMapping } from '@/lib/api/types';
import type { LivePresale } from '@/lib/wallet/presale/presale-arithmetic';
import type { Presale } from '@/lib/wallet/presale/use-presales';
import { useTransaction } from '@/lib/wallet/transactions/use-transaction';
import { type ActionOrder, PresaleAction } from './presale-action';
import { presalePlan } from './presale-plan';
import { type PresaleEntry, PresaleProgress } from './presale-progress';

/** Panel for presale actions: network, the action at the current stage, and recent transactions. */
export function PresalePanel({
  account,
  presales,
  live,
  chains,
  entries,
}: {
  account: Address;
  presales: readonly Presale[];
  live: ReadonlyMap<number, LivePresale>;
  chains: readonly ChainMapping[];
  /** The account's transactions on all networks. */
  entries: readonly PresaleEntry[];
}) {
  const t = useTranslations('wallet.presale');
  const deposit = useTranslations('wallet.deposit');
  const id = useId();
  const chosenId = readChainId(usePageParams());
  const transaction = useTransaction();
  const [tried, setTried] = useState<number | null>(null);

  const presale = presales.find(({ chainId }) => chainId === chosenId) ?? presales[0];
  const chain = chains.find((candidate) => candidate.id === presale?.chainId);
  if (!presale || !chain) return null;
  const { step } = transaction;
  const isBusy = step !== 'idle';
  const own = entries.filter(({ chainId }) => chainId === chain.id);
  const current = live.get(chain.id);
  const { terms, sale, payment } = presale.data ?? {};
  const figures = current && terms && sale && payment ? { live: current, terms, sale, payment } : null;

  const isUnlisted = presale.data !== undefined && !(sale && payment);
  const isUnreachable = presale.data === undefined && presale.isFailed;
  const absence = isUnlisted ? 'unlisted' : isUnreachable ? 'unreachable' : 'loading';

  const start = async (order: ActionOrder) => {
    setTried(chain.id);
    const plan = presalePlan({ ...order, chainId: chain.id, presale: presale.address, account });
    return (await transaction.start(plan)) !== null;
  };
  const stepText = () => {
    if (step === 'idle') return '';
    return step === 'checking' || step === 'signing' ? t(`step.${step}`) : deposit(`step.${step}`);
  };

  return (
    <section aria-labelledby={id} className="grid content-start gap-5">
      <h2 id={id} className="text-xl">
        {t('panel')}
      </h2>
      <NetworkSelect
        chain={chain}
        chainIds={presales.map(({ chainId }) => chainId)}
        chains={chains}
        disabled={isBusy}
        onChange={(chainId) => updatePageParams({ chain: String(chainId) })}
      />
      {figures ? (
        <PresaleAction
          key={chain.id}
          chainId={chain.id}
          figures={figures}
          isUnderWay={(kind) => own.some((entry) => entry.kind === kind && entry.status === 'pending')}
          isBusy={isBusy}
          onStart={start}
        />
      ) : (
        <p className="text-muted">{t(absence)}</p>
      )}
      <TransferStatus
        kind="contribute"
        account={account}
        busy={isBusy}
        problem={tried === chain.id ? transaction.problem : null}
        attemptText={t('attempt')}
        stepText={stepText()}
      />
      <PresaleProgress entries={own} chain={chain} />
    </section>
  );
}
