import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import type { PlacedFunds } from '@/components/wallet/card/parts/card-params';
import { reviewCardOrder } from '@/components/wallet/card/parts/review-card-order';
import { useCardCall } from '@/components/wallet/card/parts/use-card-call';
import type { Card } from '@/lib/api/types';
import { updateCard } from '@/lib/api/use-card';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';

const parts = ['server', 'issuer', 'chain'] as const;

/** Progress of a freeze at the server, at the issuer, and in the contract. */
function FreezeProgress({ frozen }: Pick<Card, 'frozen'>) {
  const t = useTranslations('wallet.card.freeze');
  const next = parts.find((part) => !frozen[part]);
  return (
    <ul className="stage-list text-sm" aria-live="polite">
      {parts.map((part) => (
        <li key={part} data-state={frozen[part] ? 'done' : part === next ? 'current' : 'ahead'}>
          <span aria-hidden="true" className="stage-mark" />
          {t(`${part}.${frozen[part] ? 'done' : 'waiting'}`)}
        </li>
      ))}
    </ul>
  );
}

/** The buttons that need the wallet. */
function WalletAction({
  kind,
  card,
  account,
  own: { place, funds },
}: {
  kind: 'freezeCard' | 'unfreezeCard';
  card: Card;
  account: Address;
  own: PlacedFunds;
}) {
  const t = useTranslations('wallet.card');
  const isUnderWay = useLedger((state) =>
    state.entries.some(
      (entry) =>
        entry.kind === kind &&
        entry.status === 'pending' &&
        entry.chainId === card.chainId &&
        entry.card === card.number,
    ),
  );
  const action = t(isUnderWay ? 'freeze.underWay' : `freeze.${kind}`);
  return (
    <Button
      size="small"
      disabled={isUnderWay}
      aria-label={t('actionOf', { action, card: t('cardName', { lastFour: card.lastFour }) })}
      onClick={() => reviewCardOrder(account, place, funds.token, { kind, card: card.number })}
    >
      {action}
    </Button>
  );
}

/**
 * Freezes a card through the server, without a signature, and shows the progress. If the request fails, the user can freeze
 * the card in the contract with the wallet. Unfreezing always requires the wallet.
 */
export function FreezeCard({
  card,
  account,
  own,
}: {
  card: Card;
  account: Address;
  own: PlacedFunds | undefined;
}) {
  const t = useTranslations('wallet.card.freeze');
  const words = useTranslations('wallet.card');
  const { isSending, problem, send } = useCardCall();
  const { id, status, frozen, lastFour, shipping } = card;
  const action = t(isSending ? 'freezing' : 'freeze');
  if (status === 'frozen' && !frozen.server)
    return <p className="measure text-sm text-muted">{t('byIssuer')}</p>;
  if (status === 'frozen')
    return (
      <div className="grid gap-3">
        <FreezeProgress frozen={frozen} />
        <p className="measure text-sm text-muted">{t('note')}</p>
        {own ? (
          <div>
            <WalletAction kind="unfreezeCard" card={card} account={account} own={own} />
          </div>
        ) : null}
      </div>
    );
  // A card in delivery is already inactive. One whose account is being read can be used again in a moment, so it can be frozen.
  if (status === 'closed' || (status === 'opening' && shipping !== null)) return null;
  return (
    <div className="grid justify-items-start gap-3">
      <Button
        size="small"
        disabled={isSending}
        aria-busy={isSending}
        aria-label={words('actionOf', { action, card: words('cardName', { lastFour }) })}
        onClick={() => void send(() => updateCard({ id, freeze: true }))}
      >
        {action}
      </Button>
      {problem ? (
        <div role="alert" className="grid justify-items-start gap-3 border-s-2 border-error ps-3 text-sm">
          <p>
            {problem} {t('failed')}
          </p>
          {own ? <WalletAction kind="freezeCard" card={card} account={account} own={own} /> : null}
        </div>
      ) : null}
    </div>
  );
}
