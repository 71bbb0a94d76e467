import { useTranslations } from 'next-intl';
import { useReadContracts } from 'wagmi';
import { Button } from '@/components/ui/button';
import { type CardData, fundsOfCard, type PlacedFunds } from '@/components/wallet/card/parts/card-params';
import { reviewCardOrder } from '@/components/wallet/card/parts/review-card-order';
import type { Card, CardPurchase } from '@/lib/api/types';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { holdIds, isReleasable } from '@/lib/wallet/card/purchase-holds';

/** The button for a hold that the contract still has. Its identifier follows from the authorization's ID. */
function Release({
  purchase,
  card,
  data,
  own,
}: {
  purchase: CardPurchase;
  card: Card;
  data: CardData;
  own: PlacedFunds;
}) {
  const t = useTranslations('wallet.card.release');
  const { place, funds } = own;
  const ids = holdIds(purchase);
  const contract = { chainId: place.chainId, address: place.address, abi: cardAccountAbi } as const;
  const holds = useReadContracts({
    contracts: ids.map((id) => ({ ...contract, functionName: 'holdOf' as const, args: [id] as const })),
  });
  const holdId = ids.find((_, index) => (holds.data?.[index]?.result?.remaining ?? 0n) > 0n);
  if (!holdId) return null;
  return (
    <div className="grid justify-items-start gap-2">
      <p className="measure text-sm">{t('text')}</p>
      <Button
        variant="signal"
        onClick={() =>
          reviewCardOrder(
            data.account,
            place,
            funds.token,
            { kind: 'releaseCardHold', card: card.number, holdId },
            () => void holds.refetch(),
          )
        }
      >
        {t('action')}
      </Button>
    </div>
  );
}

/** Releases the hold of a purchase after its last date, which anyone can. */
export function ReleaseHold({
  purchase,
  card,
  data,
}: {
  purchase: CardPurchase;
  card: Card;
  data: CardData;
}) {
  const own = fundsOfCard(card, data.funds);
  if (!own || !isReleasable(purchase, Date.now())) return null;
  return <Release purchase={purchase} card={card} data={data} own={own} />;
}
