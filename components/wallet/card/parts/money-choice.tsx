import { useTranslations } from 'next-intl';
import { SelectField } from '@/components/ui/select-field';
import type { ChainMapping } from '@/lib/api/types';
import { updatePageParams, usePageParams } from '@/lib/browser/page-params';
import type { PlacedFunds } from './card-params';

const keyOf = ({ place, funds }: PlacedFunds) => `${place.chainId} ${funds.token.address}`;

/**
 * React hook that returns the token and network that the URL names, or else the first of the choices. `select` lets the user
 * choose, if there is more than one.
 */
export function useMoneyChoice(choices: readonly PlacedFunds[], chains: readonly ChainMapping[]) {
  const t = useTranslations('wallet.card');
  const params = usePageParams();
  const wanted = `${params.get('chain')} ${params.get('token')}`;
  const chosen = choices.find((choice) => keyOf(choice) === wanted) ?? choices[0];
  const nameOf = (id: number) => chains.find((chain) => chain.id === id)?.name ?? String(id);
  const select =
    chosen && choices.length > 1 ? (
      <SelectField
        label={t('token')}
        value={keyOf(chosen)}
        options={choices.map((choice) => ({
          value: keyOf(choice),
          label: t('tokenOn', { symbol: choice.funds.token.symbol, network: nameOf(choice.place.chainId) }),
        }))}
        onChange={(value) => {
          const [chain = '', token = ''] = value.split(' ');
          updatePageParams({ chain, token });
        }}
      />
    ) : null;
  return { chosen, select };
}
