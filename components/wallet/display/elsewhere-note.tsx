import { useLocale, useTranslations } from 'next-intl';
import { useConnection } from 'wagmi';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { formatAmount } from '@/lib/format/amount';
import { heldElsewhere } from '@/lib/wallet/balances/held-elsewhere';
import { useBalances } from '@/lib/wallet/balances/use-balances';
import { useShownLists } from '@/lib/wallet/networks/hidden-networks';
import { useOwnText } from './own-amounts';

const noChains: readonly ChainMapping[] = [];
const noCoins: readonly Coin[] = [];
const noContracts: readonly Contract[] = [];

/** For a wallet balance that is too low: says on which other network that the user doesn't hide the wallet has enough, if there is one. */
export function ElsewhereNote({
  token: { coinId, decimals },
  chainId,
  amount,
}: {
  token: { coinId: number; decimals: number };
  chainId: number;
  /** The amount that the balance doesn't cover, in base units. */
  amount: bigint;
}) {
  const t = useTranslations('wallet.transfer');
  const locale = useLocale();
  const own = useOwnText();
  const { address } = useConnection();
  const { data: chains = noChains } = useChainMapping();
  const { data: coins = noCoins } = useCoins();
  const { data: contracts = noContracts } = useContracts();
  const shown = useShownLists({ chains, coins, contracts });
  const { balances } = useBalances(address, shown.coins, shown.contracts);
  const held = heldElsewhere(balances, chains, { coinId, chainId, amount, decimals });
  const network = chains.find(({ id }) => id === held?.chainId)?.name;
  if (!held || network === undefined) return null;
  return (
    <p className="figures">
      {t('elsewhere', {
        amount: own(formatAmount(held.inWallet, held.decimals, locale)),
        symbol: held.coin.symbol,
        network,
      })}
    </p>
  );
}
