import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { GalleryRow } from '@/components/ui/gallery-row';
import { TokenIcon } from '@/components/wallet/display/token-icon';
import { NetworkSelect } from '@/components/wallet/fields/network-select';
import { TokenButton } from '@/components/wallet/fields/token-button';
import { TokenSelect } from '@/components/wallet/fields/token-select';
import type { ChainMapping } from '@/lib/api/types';
import { optionKey, type TokenOption } from '@/lib/wallet/tokens/token-choice';
import { SampleTokens, tokenOf } from './sample-tokens';

/** Enough options for the searchable select. */
const MANY = 120;

function Choices({
  options,
  first,
  chains,
}: {
  options: readonly TokenOption[];
  first: TokenOption;
  chains: readonly ChainMapping[];
}) {
  const t = useTranslations('wallet.transfer');
  const [chosen, setChosen] = useState(first);
  const [long, setLong] = useState('0');
  const [chainId, setChainId] = useState(first.chainId);
  const chain = chains.find(({ id }) => id === chainId);
  const picker = { label: t('token'), options, onChoose: setChosen };
  const labels = options.map((option) => ({ value: optionKey(option), label: option.coin.symbol }));
  const many = Array.from({ length: MANY }, (_, index) => ({
    value: String(index),
    label: `${first.coin.symbol} ${index + 1}`,
  }));
  return (
    <>
      <GalleryRow name="TokenButton with its list, fixed, loading, disabled">
        <div className="flex flex-wrap items-start gap-4">
          <TokenButton token={tokenOf(chosen)} chainId={chosen.chainId} picker={picker} />
          <TokenButton token={tokenOf(first)} chainId={first.chainId} />
          <TokenButton token={undefined} chainId={null} picker={picker} />
          <TokenButton
            token={tokenOf(first)}
            chainId={first.chainId}
            picker={{ ...picker, disabled: true }}
          />
        </div>
      </GalleryRow>
      <GalleryRow name="TokenSelect, native and searchable">
        <TokenSelect
          label={t('token')}
          value={optionKey(chosen)}
          options={labels}
          onChange={(key) => setChosen(options.find((option) => optionKey(option) === key) ?? first)}
        />
        <TokenSelect label={t('token')} value={long} options={many} onChange={setLong} />
      </GalleryRow>
      <GalleryRow name="NetworkSelect">
        {chain ? (
          <NetworkSelect
            chain={chain}
            chainIds={chains.map(({ id }) => id)}
            chains={chains}
            disabled={false}
            onChange={setChainId}
          />
        ) : null}
      </GalleryRow>
      <GalleryRow name="TokenIcon 24, 36, 48, without a badge, without an icon">
        <div className="flex flex-wrap items-center gap-5">
          {[24, 36, 48].map((size) => (
            <TokenIcon
              key={size}
              icon={first.coin.icon}
              symbol={first.coin.symbol}
              network={chain?.name}
              size={size}
            />
          ))}
          <TokenIcon icon={first.coin.icon} symbol={first.coin.symbol} />
          <TokenIcon icon={undefined} symbol={first.coin.symbol} network={chain?.name} />
        </div>
      </GalleryRow>
    </>
  );
}

/** Token and network choices, and token icons. */
export function TokenSamples() {
  return <SampleTokens>{(sample) => <Choices {...sample} />}</SampleTokens>;
}
