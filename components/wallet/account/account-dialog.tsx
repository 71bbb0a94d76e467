'use client';

import { useMutation } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { useConfig, useConnection } from 'wagmi';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ExternalLink } from '@/components/ui/external-link';
import { SelectField } from '@/components/ui/select-field';
import { OwnAmounts } from '@/components/wallet/display/own-amounts';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { LineSkeletons, Placeholder } from '@/components/wallet/display/skeleton';
import { CopyButton } from '@/components/wallet/display/text-button';
import { useSwitchErrorText } from '@/components/wallet/display/use-switch-error-text';
import { HiddenNetworksNote } from '@/components/wallet/frame/hidden-networks-note';
import { WalletAway } from '@/components/wallet/frame/wallet-away';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import { closeDialog, openDialog, useDialogs } from '@/lib/browser/dialogs';
import { notify } from '@/lib/browser/notices';
import { routes } from '@/lib/routes';
import { useSession } from '@/lib/session/session';
import { useBalances } from '@/lib/wallet/balances/use-balances';
import { useHiddenNetworks, useShownLists } from '@/lib/wallet/networks/hidden-networks';
import { switchWalletChain } from '@/lib/wallet/networks/switch-chain';
import { ChainBalances } from './chain-balances';
import { ProfileCard, type ProfileDialogName } from './profile-card';
import { signOut } from './sign-out';

const none: [] = [];

/** Lists the balances of every listed token on every chain, with an alert for any chains that couldn't be read. */
export function BalanceList({ account }: { account: Address }) {
  const t = useTranslations('wallet.account');
  const format = useFormatter();
  const chains = useChainMapping();
  const coins = useCoins();
  const contracts = useContracts();
  const shown = useShownLists({
    chains: chains.data ?? none,
    coins: coins.data ?? none,
    contracts: contracts.data ?? none,
  });
  const { balances, isLoading, isError, failedChainIds, refetch } = useBalances(
    account,
    shown.coins,
    shown.contracts,
  );

  const listFailed = [chains, coins, contracts].some(({ data, error }) => error && !data);
  if (isError || listFailed) {
    return (
      <RetryAlert
        message={t('balancesFailed')}
        retryLabel={t('retry')}
        onRetry={() => void Promise.all([refetch(), chains.mutate(), coins.mutate(), contracts.mutate()])}
      />
    );
  }
  if (!chains.data || !coins.data || !contracts.data)
    return (
      <Placeholder>
        <LineSkeletons count={4} />
      </Placeholder>
    );
  const failed = shown.chains.filter(({ id }) => failedChainIds.includes(id));
  return (
    <div className="grid gap-4" aria-busy={isLoading}>
      {failed.length > 0 ? (
        <RetryAlert
          message={t('chainsFailed', { chains: format.list(failed.map(({ name }) => name)) })}
          retryLabel={t('retry')}
          onRetry={() => void refetch()}
        />
      ) : null}
      {shown.chains.map((chain) => (
        <ChainBalances
          key={chain.id}
          name={chain.name}
          balances={balances.filter(({ chainId }) => chainId === chain.id)}
        />
      ))}
    </div>
  );
}

/** Pages to link to. Each name is also the message key of the page's title. */
const pages = [
  { name: 'overview', href: routes.wallet },
  { name: 'portfolio', href: routes.portfolio },
  { name: 'activity', href: routes.activity },
  { name: 'recovery', href: routes.recovery },
  { name: 'settings', href: routes.settings },
] as const;

/**
 * Account dialog for a signed-in user: profile, network switch (EIP-3326, EIP-3085), balances, deposit, and disconnect
 * (WAL-2).
 */
export function AccountDialog({
  idOf,
  onOpen,
  firstFocus,
}: {
  /** Returns the ID of the button that opens a profile dialog. */
  idOf: (dialog: ProfileDialogName) => string;
  onOpen: (dialog: ProfileDialogName) => void;
  /** Returns the element to focus when the dialog opens, or null to focus the dialog itself. */
  firstFocus: () => HTMLElement | null;
}) {
  const t = useTranslations('wallet.account');
  const wallet = useTranslations('wallet');
  const isSignedIn = useSession((state) => state.token !== null);
  const open = useDialogs((state) => state.open === 'wallet') && isSignedIn;
  const { address, chainId } = useConnection();
  const { data: chains = none } = useChainMapping();
  const hidden = useHiddenNetworks(chains);
  const config = useConfig();
  const switchErrorText = useSwitchErrorText();
  const { mutate: switchChain, isPending } = useMutation({
    mutationFn: (id: number) => switchWalletChain(config, id),
    onError: (error) => notify('warning', switchErrorText(error)),
  });
  const chain = chains.find(({ id }) => id === chainId);

  return (
    <Dialog
      open={open}
      onClose={() => closeDialog('wallet')}
      title={t('title')}
      closeLabel={t('close')}
      firstFocus={firstFocus}
    >
      {address ? (
        <div className="grid gap-5">
          <nav aria-label={t('pages')} className="flex flex-wrap gap-x-5">
            {pages.map(({ name, href }) => (
              <WalletLink key={name} href={href} onClick={() => closeDialog('wallet')}>
                {wallet(`${name}.title`)}
              </WalletLink>
            ))}
          </nav>
          <ProfileCard
            address={address}
            idOf={idOf}
            onOpen={onOpen}
            links={
              <>
                <CopyButton text={address} label={t('copy')} />
                {chain ? (
                  <ExternalLink href={chain.browserAddress + address}>{t('explorer')}</ExternalLink>
                ) : null}
              </>
            }
          />
          <SelectField
            label={t('chain')}
            value={chain ? String(chain.id) : ''}
            disabled={isPending}
            onChange={(value) => switchChain(Number(value))}
            options={[
              ...(chain ? [] : [{ value: '', label: t('unknownChain') }]),
              ...chains
                .filter(({ id }) => id === chainId || !hidden.includes(id))
                .map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
          <HiddenNetworksNote />
          <OwnAmounts>
            <BalanceList account={address} />
          </OwnAmounts>
          <div className="sticky -bottom-6 -mb-6 grid grid-cols-2 gap-3 border-t border-line bg-raised pt-3 pb-6">
            <Button variant="signal" onClick={() => openDialog('deposit')}>
              {t('deposit')}
            </Button>
            <Button onClick={() => void signOut()}>{t('disconnect')}</Button>
          </div>
        </div>
      ) : (
        <div className="grid gap-4">
          <WalletAway />
          <Button onClick={() => void signOut()}>{t('disconnect')}</Button>
        </div>
      )}
    </Dialog>
  );
}
