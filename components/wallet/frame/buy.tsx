import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useConnection } from 'wagmi';
import { Dialog } from '@/components/ui/dialog';
import { OptionIcon } from '@/components/ui/option-icon';
import { useChainMapping } from '@/lib/api/hooks';
import type { ChainMapping } from '@/lib/api/types';
import { buyProviders } from '@/lib/content/website';
import { type BuyProvider, buyUrl, sentTo } from '@/lib/validation/buy-url';
import { recipientStop } from '@/lib/wallet/contacts/recipient';
import { useRecipientFacts } from '@/lib/wallet/contacts/use-recipient-facts';
import { useHiddenNetworks } from '@/lib/wallet/networks/hidden-networks';

/**
 * What the user wants to buy. By default, the native currency of the wallet's network, if it's shown and no test network, or of
 * the first such one.
 */
type Wanted = { chainId: number; symbol: string };

const noChains: readonly ChainMapping[] = [];

/** React hook that returns what each provider is sent, and the network's name, or null without an account or a real network. */
function useBuyValues(wanted: Wanted | undefined) {
  const language = useLocale();
  const { address, chainId } = useConnection();
  const { data: chains = noChains } = useChainMapping();
  const hidden = useHiddenNetworks(chains);
  const real = chains.filter(({ testnet }) => !testnet);
  const shown = real.filter(({ id }) => !hidden.includes(id));
  // A wanted token is bought on its own network or not at all, because a symbol can mean another token elsewhere.
  const chain = wanted
    ? real.find(({ id }) => id === wanted.chainId)
    : (shown.find(({ id }) => id === chainId) ?? shown[0]);
  if (!address || !chain) return null;
  const token = wanted?.symbol ?? chain.nativeSymbol;
  return { network: chain.name, values: { address, chain: String(chain.id), token, language } };
}

/** The providers, each with what opening its page sends to it, or the reason that the account can't receive. */
function Providers({ network, values }: NonNullable<ReturnType<typeof useBuyValues>>) {
  const t = useTranslations('wallet.buy');
  const pay = useTranslations('wallet.pay');
  const format = useFormatter();
  const { address, token } = values;
  const facts = useRecipientFacts(address);
  if (recipientStop(address, facts, null) !== null)
    return (
      <p role="alert" className="border-s-2 border-error ps-3">
        {pay('accountIsContract')}
      </p>
    );
  const dataOf = (provider: BuyProvider) => format.list(sentTo(provider).map((name) => t(`what.${name}`)));
  return (
    <div className="grid gap-4">
      <p>{t('lead')}</p>
      <p className="border-s-2 border-warning ps-3 text-sm">{t('onlyHere', { symbol: token, network })}</p>
      <ul className="grid gap-2">
        {buyProviders.map((provider) => (
          <li key={provider.url} className="min-w-0">
            <a
              href={buyUrl(provider, values)}
              target="_blank"
              rel="noopener noreferrer"
              className="option-row"
            >
              <OptionIcon src={undefined} name={provider.name} />
              <span className="min-w-0 grow">
                <span className="block wrap-anywhere">{provider.name}</span>
                <span className="block text-xs wrap-anywhere text-muted">{new URL(provider.url).host}</span>
                <span className="block text-xs text-muted">
                  {t('sent', { data: dataOf(provider) || t('what.nothing') })}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        {t('address', { network })} <span className="block font-mono break-all text-ink">{address}</span>
      </p>
      <p className="text-sm text-muted">{t('arrival')}</p>
    </div>
  );
}

/**
 * Button that lists the companies at which the user can buy crypto. Renders nothing if the operator lists none, without an
 * account, or without a real network to buy on.
 */
export function BuyButton({
  wanted,
  className = 'text-button text-water underline underline-offset-4',
  children,
}: {
  wanted?: Wanted;
  className?: string;
  /** The button's content. By default, it names the token. */
  children?: ReactNode;
}) {
  const t = useTranslations('wallet.buy');
  const shared = useTranslations('wallet.transfer');
  const [isOpen, setOpen] = useState(false);
  const wish = useBuyValues(wanted);
  if (buyProviders.length === 0 || !wish) return null;
  const symbol = wish.values.token;
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" aria-haspopup="dialog" className={className} onClick={() => setOpen(true)}>
        {children ?? t('token', { symbol })}
      </button>
      <Dialog open={isOpen} onClose={close} title={t('title', { symbol })} closeLabel={shared('close')}>
        <Providers {...wish} />
      </Dialog>
    </>
  );
}
