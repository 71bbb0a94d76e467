import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { type Address, formatEther, getAddress } from 'viem';
import { useConnection } from 'wagmi';
import { ExternalLink } from '@/components/ui/external-link';
import { AmountText } from '@/components/wallet/display/amount-text';
import { QrCode } from '@/components/wallet/display/qr-code';
import { CopyButton } from '@/components/wallet/display/text-button';
import { TokenIcon } from '@/components/wallet/display/token-icon';
import { ImitatedNameWarning } from '@/components/wallet/fields/recipient-warnings';
import { LazyConversationLink } from '@/components/wallet/messages/lazy-conversation-link';
import { ReceiptActions } from '@/components/wallet/transaction-sheet/receipt-actions';
import { type ReceiptMove, useReceiptText } from '@/components/wallet/transaction-sheet/use-receipt-text';
import type { Coin } from '@/lib/api/types';
import { updatePageParams, usePageParams } from '@/lib/browser/page-params';
import { MINUS, truncate } from '@/lib/format/amount';
import { routes } from '@/lib/routes';
import { useSession } from '@/lib/session/session';
import { useVerifiedNames } from '@/lib/wallet/ens/use-ens';
import { hashLines } from '@/lib/wallet/receipt/receipt-layout';
import type { ReceiptState } from '@/lib/wallet/receipt/use-receipt-facts';
import { ReceiptFact, ReceiptPanel, receiptGrid } from './receipt-parts';
import { DetailRow, VaultRows } from './vault-rows';

type Mined = Extract<ReceiptState, { state: 'mined' }>;

/** An amount sent or received, with its token and current fiat value. */
function MoveLine({
  item: { side, move, fiat },
  network,
  coins,
}: {
  item: ReceiptMove;
  network: string;
  coins: readonly Coin[];
}) {
  const t = useTranslations('wallet.activity');
  const receipt = useTranslations('wallet.transaction.receipt');
  const { amount, token } = move;
  return (
    <li className="grid min-h-16 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 border-t border-line py-3">
      <TokenIcon
        icon={coins.find(({ id }) => id === token.coinId)?.icon}
        symbol={token.symbol}
        network={network}
      />
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-sm text-muted">{t(`side.${side}`)}</span>
        <span className={`text-lg wrap-anywhere ${side === 'in' ? 'text-gain' : ''}`}>
          <span aria-hidden="true">{side === 'in' ? '+' : MINUS}</span>
          <AmountText value={amount} decimals={token.decimals} maxDecimals={token.decimals} />{' '}
          <bdi>{token.symbol}</bdi>
          {token.coinId === null ? <span className="text-xs text-muted"> {t('own')}</span> : null}
        </span>
        {fiat ? (
          <span className="figures w-full text-end text-xs text-muted">
            {receipt('fiatNow', { value: fiat })}
          </span>
        ) : null}
      </span>
    </li>
  );
}

/** The technical details, which most readers don't need. */
function Technical({ facts, logs, chain, coins, contracts }: Mined) {
  const t = useTranslations('wallet.transaction');
  const explorer = useTranslations('wallet.transfer')('explorer');
  const { hash, block, value, chainId } = facts;
  const vault = contracts.find(
    (contract) => contract.chainId === chainId && contract.name === 'vault_contract',
  );
  const link = chain.browserTx + hash;
  // A chain without an explorer links to this page, which is open already.
  const isHere = new URL(link, window.location.href).pathname.endsWith(routes.transaction);
  return (
    <details className="rounded-soft border border-line px-5 py-1 print:hidden">
      <summary className="min-h-11 content-center text-sm">{t('receipt.technical')}</summary>
      <dl>
        <DetailRow label={t('hash')}>
          {hash}
          <span className="block font-sans">
            <CopyButton text={hash} label={t('receipt.copyHash')} />
          </span>
        </DetailRow>
        <DetailRow label={t('block')}>{block.toString()}</DetailRow>
        <DetailRow label={t('value')}>
          {truncate(formatEther(value), 18)} {chain.nativeSymbol}
        </DetailRow>
        {vault ? (
          <VaultRows chainId={chainId} vault={getAddress(vault.address)} logs={logs} coins={coins} />
        ) : null}
      </dl>
      {isHere ? null : (
        <p className="py-3">
          <ExternalLink href={link}>{explorer}</ExternalLink>
        </p>
      )}
    </details>
  );
}

/** A mined transaction: what it did, then its parties and fees, then technical details. Prints as one page. */
export function ReceiptView(mined: Mined) {
  const t = useTranslations('wallet.transaction');
  const { facts, chain, coins } = mined;
  const { chainId, hash, status } = facts;
  const { address } = useConnection();
  const viewer = useSession((state) => state.account) as Address | null;
  const { from, to, effects, account } = facts;
  const parties = [from, to, effects.counterparty, account].flatMap((party) => party ?? []);
  const text = useReceiptText(facts, mined, address ?? null, useVerifiedNames(parties));
  const shouldPrint = usePageParams().has('print');
  useEffect(() => {
    if (!shouldPrint) return;
    updatePageParams({ print: null });
    window.print();
  }, [shouldPrint]);
  return (
    <div className={receiptGrid}>
      <ReceiptPanel
        status={status}
        statusText={text.status}
        time={text.time}
        headline={text.headline}
        note={status === 'reverted' ? t('receipt.failedNote') : undefined}
      >
        <div>
          {text.moves.length > 0 ? (
            <ul>
              {text.moves.map((item) => (
                <MoveLine
                  key={`${item.side} ${item.move.token.address}`}
                  item={item}
                  network={chain.name}
                  coins={coins}
                />
              ))}
            </ul>
          ) : null}
          <dl>
            <ReceiptFact label={t('chain')} value={chain.name} />
            {text.rows.map(({ label, value, address: code }) => (
              <ReceiptFact key={label} label={label} value={value} code={code} />
            ))}
          </dl>
        </div>
        {effects.counterparty ? <ImitatedNameWarning address={effects.counterparty} /> : null}
        <div className="hidden gap-6 print:grid">
          <dl>
            <ReceiptFact label={t('hash')} code={hashLines(hash)} />
          </dl>
          <div className="flex items-end gap-6">
            <span className="w-32 shrink-0">
              <QrCode value={chain.browserTx + hash} label={t('receipt.qrLabel')} />
            </span>
            <p className="text-xs text-muted">
              {t('receipt.scan')}
              <br />
              {t('receipt.proof', { network: chain.name, block: facts.block.toString() })}
            </p>
          </div>
        </div>
      </ReceiptPanel>
      <div className="grid gap-6">
        <LazyConversationLink chainId={chainId} hash={hash} from={facts.from} />
        <ReceiptActions entry={{ chainId, hash, viewer }} onPrint={() => window.print()} />
        <Technical {...mined} />
      </div>
    </div>
  );
}
