import { useLocale, useTranslations } from 'next-intl';
import { ExternalLink } from '@/components/ui/external-link';
import { type CardData, fundsOfCard } from '@/components/wallet/card/parts/card-params';
import { secondsOf, useChainTime } from '@/components/wallet/display/use-chain-time';
import type { Card, CardPurchase } from '@/lib/api/types';
import { formatAmount } from '@/lib/format/amount';
import { minorText } from '@/lib/wallet/card/card-money';

/** What has happened to a purchase, oldest first, with the transactions of the chain. */
export function PurchaseSteps({
  purchase: { steps, currency },
  card,
  data,
}: {
  purchase: CardPurchase;
  card: Card | undefined;
  data: CardData;
}) {
  const t = useTranslations('wallet.card.step');
  const transfer = useTranslations('wallet.transfer');
  const locale = useLocale();
  const time = useChainTime();
  const token = card && fundsOfCard(card, data.funds)?.funds.token;
  const chain = data.chains.find(({ id }) => id === card?.chainId);
  if (steps.length === 0) return null;
  return (
    <section aria-labelledby="purchase-steps" className="grid gap-3">
      <h3 id="purchase-steps" className="text-lg">
        {t('title')}
      </h3>
      <ol className="stage-list">
        {steps.map(({ kind, at, amount, tokens, txHash }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identifier, and are only added at the end
          <li key={index} data-state="done">
            <span aria-hidden="true" className="stage-mark mt-1 self-start" />
            <div className="grid min-w-0 text-sm">
              <span>
                {t(`kind.${kind}`)}
                {amount === null ? null : (
                  <span className="figures"> · {minorText(amount, currency, locale)}</span>
                )}
              </span>
              <span className="figures text-muted wrap-anywhere">
                {time(secondsOf(at))}
                {tokens !== null && token
                  ? ` · ${formatAmount(BigInt(tokens), token.decimals, locale, token.decimals)} ${token.symbol}`
                  : ''}
              </span>
              {txHash && chain ? (
                <span>
                  <ExternalLink href={chain.browserTx + txHash}>{transfer('explorer')}</ExternalLink>
                </span>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
