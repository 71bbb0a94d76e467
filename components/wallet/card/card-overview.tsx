import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/wallet/display/empty-state';
import { ReadFailure } from '@/components/wallet/display/read-failure';
import { LoadingStatus, Placeholder } from '@/components/wallet/display/skeleton';
import { RecoveryNote } from '@/components/wallet/frame/recovery-note';
import { PendingList } from '@/components/wallet/transaction-sheet/pending-notes';
import { isCardKind } from '@/lib/wallet/transactions/transaction-kinds';
import { CardSkeleton } from './card-skeleton';
import { ChainCards, UnfinishedCards } from './create/unfinished-cards';
import { CardItem } from './manage/card-item';
import { FundsCard } from './money/funds-card';
import { OwedNotes } from './money/owed-note';
import { type CardData, isUsed, openerId, placedFunds, showCardView } from './parts/card-params';
import { PurchaseList } from './purchases/purchase-list';

const isReading = ({ funds }: CardData): boolean =>
  funds.some(({ data, isFailed }) => data === undefined && !isFailed);

/** The user's money by token and network. Each network shows as soon as it has answered or failed. */
function Money({ data }: { data: CardData }) {
  const t = useTranslations('wallet.card');
  const { funds, chains, list } = data;
  const used = placedFunds(funds).filter(isUsed);
  const nameOf = (id: number) => chains.find((chain) => chain.id === id)?.name ?? String(id);
  const isEmpty = used.length === 0 && funds.every(({ data: read }) => read !== undefined);
  const hasCards = (list?.cards.length ?? 0) > 0;
  // While nothing is known, the buttons for money would only disappear again.
  const isUnknown = isReading(data) && used.length === 0;
  return (
    <section aria-labelledby="card-money" className="grid gap-4">
      <h2 id="card-money" tabIndex={-1} className="text-xl outline-none">
        {t('money')}
      </h2>
      {funds.map(({ chainId, isFailed, data: read, refetch }) =>
        isFailed ? (
          <ReadFailure
            key={chainId}
            chainIds={[chainId]}
            message={t(read ? 'moneyStale' : 'moneyFailed', { network: nameOf(chainId) })}
            shown={read ? 'stale' : 'nothing'}
            retryLabel={t('retry')}
            onRetry={() => void refetch()}
          />
        ) : null,
      )}
      <OwedNotes data={data} />
      {used.map(({ place, funds: own }) => (
        <FundsCard
          key={`${place.chainId} ${own.token.address}`}
          account={data.account}
          place={place}
          funds={own}
          network={nameOf(place.chainId)}
          hasManyNetworks={funds.length > 1}
        />
      ))}
      <LoadingStatus text={isReading(data) ? t('loading') : null} />
      {isEmpty ? <p className="measure text-muted">{t('noMoney')}</p> : null}
      {funds.map(({ chainId, address }) => (
        <RecoveryNote
          key={chainId}
          account={data.account}
          chainId={chainId}
          contract={address}
          {...(funds.length > 1 ? { network: nameOf(chainId) } : {})}
        />
      ))}
      <div className="flex flex-wrap gap-3">
        <Button
          id={openerId('topUp')}
          variant={isEmpty && hasCards ? 'signal' : 'outline'}
          onClick={() => showCardView('topUp')}
        >
          {t('view.topUp')}
        </Button>
        {isEmpty || isUnknown ? null : (
          <Button id={openerId('withdraw')} onClick={() => showCardView('withdraw')}>
            {t('view.withdraw')}
          </Button>
        )}
        {(isEmpty || isUnknown) && !hasCards ? null : (
          <Button id={openerId('statement')} onClick={() => showCardView('statement')}>
            {t('view.statement')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** The user's cards, and those that were opened and not created yet. */
function Cards({ data }: { data: CardData }) {
  const t = useTranslations('wallet.card');
  const { list, funds } = data;
  if (!list) return funds.map((place) => <ChainCards key={place.chainId} data={data} place={place} />);
  const { cards, program } = list;
  const open = cards.filter(({ status }) => status !== 'closed');
  const closed = cards.filter(({ status }) => status === 'closed');
  return (
    <section aria-labelledby="card-cards" className="grid gap-4">
      <h2 id="card-cards" className="text-xl">
        {t('cards')}
      </h2>
      {funds.map((place) => (
        <UnfinishedCards key={place.chainId} data={data} place={place} />
      ))}
      <ul className="grid gap-8 empty:hidden">
        {[...open, ...closed].map((card) => (
          <CardItem key={card.id} card={card} data={data} />
        ))}
      </ul>
      {program.isAvailable ? (
        <div className="grid gap-3">
          {open.length === 0 ? <p className="measure text-muted">{t('noCard')}</p> : null}
          <div>
            <Button
              id={openerId('create')}
              variant={open.length === 0 ? 'signal' : 'outline'}
              onClick={() => showCardView('create')}
            >
              {t('view.create')}
            </Button>
          </div>
        </div>
      ) : (
        <p className="measure text-muted">{t(open.length === 0 ? 'unavailable' : 'noMoreCards')}</p>
      )}
    </section>
  );
}

/**
 * The user's money, cards, and purchases. They show together, because they stand below one another on a phone: once the list has
 * answered or failed, and, if there is no card in it, once money was found or all networks have answered or failed.
 */
export function CardOverview({ data }: { data: CardData }) {
  const t = useTranslations('wallet.card');
  const { list, isListFailed, funds } = data;
  const isKnown = !isReading(data) || placedFunds(funds).some(isUsed) || (list?.cards.length ?? 0) > 0;
  if (!isKnown || !(list || isListFailed))
    return (
      <>
        <LoadingStatus text={t('loading')} />
        <Placeholder>
          <CardSkeleton />
        </Placeholder>
      </>
    );
  return (
    <div className="grid gap-10 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] xl:gap-x-14">
      <div className="grid content-start gap-10">
        <Money data={data} />
        <Cards data={data} />
      </div>
      <section aria-labelledby="card-purchases" className="grid content-start gap-3">
        <h2 id="card-purchases" className="text-xl">
          {t('purchases')}
        </h2>
        <PendingList account={data.account} isShown={({ kind }) => isCardKind(kind)} />
        <PurchaseList data={data} empty={<EmptyState>{t('noPurchases')}</EmptyState>} />
      </section>
    </div>
  );
}
