import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef } from 'react';
import type { Address } from 'viem';
import { HiddenList } from '@/components/wallet/display/hidden-list';
import { OwnText } from '@/components/wallet/display/own-amounts';
import { ScanNote } from '@/components/wallet/display/scan-note';
import { RowSkeletons } from '@/components/wallet/display/skeleton';
import { TextButton } from '@/components/wallet/display/text-button';
import { VirtualRows } from '@/components/wallet/display/virtual-rows';
import { ChainSection } from '@/components/wallet/frame/chain-section';
import type { ChainMapping, Coin } from '@/lib/api/types';
import { notify } from '@/lib/browser/notices';
import { formatAmount } from '@/lib/format/amount';
import { addCustomToken, type CustomToken } from '@/lib/wallet/tokens/custom-tokens';
import {
  chooseFound,
  type FoundToken,
  judgeFound,
  useFoundChoices,
  watchFoundChoices,
} from '@/lib/wallet/tokens/found-tokens';
import { useFoundTokens } from '@/lib/wallet/tokens/use-found-tokens';
import { UntrustedToken } from './untrusted-token';

const ROW_PX = 128;

type Lists = {
  account: Address;
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
  /** Returns a chain's tokens that are listed or that the user added. */
  tokensOf: (chainId: number) => ReadonlyMap<Address, unknown>;
};

/** The tokens found on one network, then the hidden ones with the reasons. */
function ChainFoundTokens({ chain, account, chains, coins, tokensOf }: Lists & { chain: ChainMapping }) {
  const t = useTranslations('wallet.portfolio.found');
  const custom = useTranslations('wallet.portfolio.custom');
  const locale = useLocale();
  const heading = useRef<HTMLHeadingElement>(null);
  const { tokens, scan, isFailed, isLoading, retry } = useFoundTokens(chain.id, account, tokensOf(chain.id));
  const choices = useFoundChoices((state) => state.entries);
  const { shown, hidden } = useMemo(() => judgeFound(tokens ?? [], choices), [tokens, choices]);
  /** Moves focus to the heading, because the pressed button is removed. */
  const leave = (text: string) => {
    notify('success', text);
    heading.current?.focus();
  };
  const add = (token: CustomToken) => {
    addCustomToken(token);
    leave(custom('added', { symbol: token.symbol }));
  };
  const hide = (token: CustomToken) => {
    chooseFound(token, false);
    leave(t('hid', { symbol: token.symbol }));
  };
  const row = ({ token, amount }: FoundToken) => (
    <UntrustedToken
      token={token}
      chains={chains}
      coins={coins}
      amount={
        <span className="figures wrap-anywhere">
          <OwnText>{formatAmount(amount, token.decimals, locale)}</OwnText> <bdi>{token.symbol}</bdi>
        </span>
      }
    >
      <TextButton label={custom('add', { symbol: token.symbol })} onClick={() => add(token)}>
        {t('add')}
      </TextButton>
      <TextButton label={t('hideLabel', { symbol: token.symbol })} onClick={() => hide(token)}>
        {t('hide')}
      </TextButton>
    </UntrustedToken>
  );

  return (
    <ChainSection
      chainId={chain.id}
      name={chain.name}
      level={3}
      headingRef={heading}
      count={shown.length}
      failure={isFailed ? t(tokens?.length ? 'stale' : 'unreachable') : null}
      retryLabel={t('retry')}
      onRetry={retry}
      loadingText={t('loading')}
      skeleton={isLoading ? <RowSkeletons count={2} /> : null}
      emptyText={t(hidden.length > 0 ? 'allHidden' : 'none')}
      className="max-w-3xl gap-3"
      list={
        <VirtualRows
          label={t('list', { network: chain.name })}
          items={shown}
          keyOf={({ token }) => token.address}
          rowHeight={() => ROW_PX}
        >
          {row}
        </VirtualRows>
      }
    >
      <HiddenList
        items={hidden.map(({ found: { token }, reasons }) => ({
          ...{ key: token.address, name: token.symbol, detail: `${token.name} · ${token.address}` },
          ...{ reasons, token },
        }))}
        about={t('hiddenAbout')}
        label={t('hiddenList', { network: chain.name })}
        shownText={(name) => t('shown', { name })}
        onShow={({ token }) => chooseFound(token, true)}
      />
      <ScanNote scan={scan} chainId={chain.id} />
    </ChainSection>
  );
}

/** Unlisted tokens that the account received, on each network. They have no fiat value, and count in no total. */
export function FoundTokens(lists: Lists) {
  const t = useTranslations('wallet.portfolio.found');
  useEffect(watchFoundChoices, []);
  return (
    <section aria-labelledby="found-tokens" className="grid gap-6">
      <div className="grid gap-4">
        <h2 id="found-tokens" className="text-xl">
          {t('title')}
        </h2>
        <p className="measure text-sm text-muted">{t('lead')}</p>
      </div>
      {lists.chains.map((chain) => (
        <ChainFoundTokens key={chain.id} chain={chain} {...lists} />
      ))}
    </section>
  );
}
