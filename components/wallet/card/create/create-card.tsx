import { useTranslations } from 'next-intl';
import { type CardData, type PlacedFunds, placedFunds } from '@/components/wallet/card/parts/card-params';
import { useMoneyChoice } from '@/components/wallet/card/parts/money-choice';
import { FormLoading, NoMoneyChoice } from '@/components/wallet/card/parts/money-gate';
import type { CardProgram } from '@/lib/api/types';
import { usePageParams } from '@/lib/browser/page-params';
import { CreateForm } from './create-form';

/** Form for a new card, with the choice of its token. */
function NewCard({ data, program }: { data: CardData; program: CardProgram }) {
  const t = useTranslations('wallet.card.create');
  const choices: readonly PlacedFunds[] = placedFunds(data.funds);
  const { chosen, select } = useMoneyChoice(choices, data.chains);
  if (!chosen) return <NoMoneyChoice data={data} emptyText={t('noToken')} />;
  if (chosen.place.data?.isPaused) return <p className="measure text-muted">{t('paused')}</p>;
  return <CreateForm data={data} program={program} chosen={chosen} choice={select} opened={null} />;
}

/** Form for a new card, or to finish one that the URL names by its number in the contract. */
export function CreateCard({ data }: { data: CardData }) {
  const t = useTranslations('wallet.card');
  const params = usePageParams();
  const { list, isListFailed } = data;
  if (!list) return isListFailed ? <p className="measure text-muted">{t('listFailed')}</p> : <FormLoading />;
  const { program } = list;
  if (!program.isAvailable) return <p className="measure text-muted">{t('unavailable')}</p>;
  const [chain, number] = [params.get('chain'), params.get('number')];
  const place = data.funds.find(({ chainId }) => String(chainId) === chain);
  if (number !== null && /^[1-9]\d{0,9}$/.test(number) && place)
    return (
      <CreateForm
        data={data}
        program={program}
        chosen={null}
        choice={null}
        opened={{ chainId: place.chainId, number: Number(number) }}
      />
    );
  return <NewCard data={data} program={program} />;
}
