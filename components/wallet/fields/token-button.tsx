import { useTranslations } from 'next-intl';
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { ErrorBoundary } from '@/components/ui/error-boundary';
import { Icon } from '@/components/ui/icon';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { TokenIcon } from '@/components/wallet/display/token-icon';
import { useChainMapping, useCoins } from '@/lib/api/hooks';
import type { TokenOption } from '@/lib/wallet/tokens/token-choice';
import './token-button.css';

const loadList = () => lazy(async () => ({ default: (await import('./token-list')).TokenList }));
let loadedList = loadList();

/** The token list, whose code loads when it's first opened. If that fails, the dialog offers a retry. */
function LazyTokenList(props: ComponentProps<typeof loadedList>) {
  const t = useTranslations('wallet.transfer');
  const [List, setList] = useState(() => loadedList);
  const reload = () => {
    // A failed lazy component never loads again.
    loadedList = loadList();
    setList(() => loadedList);
  };
  return (
    <ErrorBoundary
      fallback={(retry) => (
        <RetryAlert
          message={t('tokensFailed')}
          retryLabel={t('retry')}
          onRetry={() => {
            reload();
            retry();
          }}
        />
      )}
    >
      <Suspense fallback={<div aria-busy="true" className="token-list-frame" />}>
        <List {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** The token of an amount. */
export type AmountToken = { coinId: number; symbol: string; decimals: number };

/** The tokens to choose from. If there is no picker, the form's token is fixed. */
export type TokenPicker = {
  /** The token's purpose in the button's accessible name, such as "Token" or "You pay". */
  label: string;
  options: readonly TokenOption[];
  onChoose: (option: TokenOption) => void;
  disabled?: boolean;
};

const hidden = (text: ReactNode) => <span className="sr-only">{text}</span>;

/** React hook that returns a listed token's icon and the name of its network. */
function useTokenDetails(coinId: number | undefined, chainId: number | null) {
  const { data: coins } = useCoins();
  const { data: chains } = useChainMapping();
  return {
    icon: coins?.find(({ id }) => id === coinId)?.icon,
    network: chains?.find(({ id }) => id === chainId)?.name,
  };
}

/** A token's icon, symbol, and network. If there is a `label`, screen readers announce it first. */
function TokenFace({
  token,
  chainId,
  label,
}: {
  token: AmountToken | undefined;
  chainId: number | null;
  label?: string;
}) {
  const t = useTranslations('wallet.transfer');
  const { icon, network } = useTokenDetails(token?.coinId, chainId);
  const symbolText = (text: ReactNode) => <span className="font-[550] wrap-anywhere">{text}</span>;
  const networkText = (text: ReactNode) => <span className="token-network text-xs text-muted">{text}</span>;
  const symbol = token?.symbol ?? '–';
  return (
    <>
      {token ? (
        <TokenIcon icon={icon} symbol={symbol} network={network} size={32} />
      ) : (
        <span className="size-8 shrink-0 rounded-full bg-sunken" />
      )}
      <span className="relative grid min-w-0 text-start leading-tight">
        {label === undefined ? (
          <>
            {symbolText(symbol)} {networkText(network ?? '–')}
          </>
        ) : (
          t.rich('tokenOn', {
            label,
            symbol,
            network: network ?? '–',
            hidden,
            token: symbolText,
            place: networkText,
          })
        )}
      </span>
    </>
  );
}

/** An amount's token: a button that opens a searchable list, or only a label if the form's token is fixed. */
export function TokenButton({
  token,
  chainId,
  picker,
}: {
  token: AmountToken | undefined;
  chainId: number | null;
  picker?: TokenPicker | undefined;
}) {
  const t = useTranslations('wallet.transfer');
  const [open, setOpen] = useState(false);
  if (!picker) {
    return (
      <div className="token-button">
        <TokenFace token={token} chainId={chainId} />
      </div>
    );
  }
  const { label, options, onChoose, disabled } = picker;
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        disabled={disabled || !token}
        onClick={() => setOpen(true)}
        className="token-button"
      >
        <TokenFace token={token} chainId={chainId} label={label} />
        <Icon path="m5 8 5 5 5-5" size={20} className="ms-auto shrink-0 text-muted" />
      </button>
      <Dialog open={open} onClose={close} title={t('chooseToken')} closeLabel={t('close')}>
        <LazyTokenList
          options={options}
          chosen={token && chainId !== null ? `${chainId} ${token.coinId}` : ''}
          onChoose={(option) => {
            onChoose(option);
            close();
          }}
        />
      </Dialog>
    </>
  );
}
