import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useConnection } from 'wagmi';
import { Dialog } from '@/components/ui/dialog';
import { OptionIcon } from '@/components/ui/option-icon';
import { useChainMapping } from '@/lib/api/hooks';
import { buyProviders } from '@/lib/content/website';
import { type BuyProvider, buyUrl, sentTo } from '@/lib/validation/buy-url';

/** What the user wants to buy. By default, the native currency of the wallet's network. */
type Wanted = { chainId: number; symbol: string };

/** React hook that returns what each provider is sent, or null without an account or a network. */
function useBuyValues(wanted: Wanted | undefined) {
  const language = useLocale();
  const { address, chainId } = useConnection();
  const { data: chains = [] } = useChainMapping();
  const chain = chains.find(({ id }) => id === (wanted?.chainId ?? chainId)) ?? chains[0];
  if (!address || !chain) return null;
  return { address, chain: String(chain.id), token: wanted?.symbol ?? chain.nativeSymbol, language };
}

/** The providers, each with what opening its page sends to it. */
function Providers({ values }: { values: NonNullable<ReturnType<typeof useBuyValues>> }) {
  const t = useTranslations('wallet.buy');
  const format = useFormatter();
  const { address } = values;
  const dataOf = (provider: BuyProvider) => format.list(sentTo(provider).map((name) => t(`what.${name}`)));
  return (
    <div className="grid gap-4">
      <p>{t('lead')}</p>
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
        {t('address')} <span className="block font-mono break-all text-ink">{address}</span>
      </p>
      <p className="text-sm text-muted">{t('arrival')}</p>
    </div>
  );
}

/**
 * Button that lists the companies at which the user can buy crypto. Renders nothing if the operator lists none, or without
 * an account.
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
  const values = useBuyValues(wanted);
  if (buyProviders.length === 0 || !values) return null;
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" aria-haspopup="dialog" className={className} onClick={() => setOpen(true)}>
        {children ?? t('token', { symbol: values.token })}
      </button>
      <Dialog
        open={isOpen}
        onClose={close}
        title={t('title', { symbol: values.token })}
        closeLabel={shared('close')}
      >
        <Providers values={values} />
      </Dialog>
    </>
  );
}
