import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { getAddress, isAddressEqual } from 'viem';
import { Button } from '@/components/ui/button';
import type { CardData } from '@/components/wallet/card/parts/card-params';
import { reviewCardOrder } from '@/components/wallet/card/parts/review-card-order';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import type { CardAccount } from '@/lib/api/types';
import { useRefreshCard } from '@/lib/api/use-card';
import { useVerification } from '@/lib/api/use-verification';
import { shortAddress } from '@/lib/evm/address';
import { formatAmount } from '@/lib/format/amount';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';

/** What the operator paid for the user in one token, with the button to pay it back. */
function OwedNote({ owed, data }: { owed: CardAccount; data: CardData }) {
  const t = useTranslations('wallet.card.owed');
  const locale = useLocale();
  const refresh = useRefreshCard();
  const { chainId, contract, token: address, decimals } = owed;
  // An unlisted token can be paid with, too: the contract needs only its address and the amount.
  const token = listedToken(data.coins, chainId, getAddress(address)) ?? {
    ...{ coinId: 0, symbol: shortAddress(getAddress(address)), decimals, address: getAddress(address) },
  };
  const [refusal, setRefusal] = useState<string | null>(null);
  const [settled, setSettled] = useState<readonly string[]>([]);
  const entries = useLedger((state) => state.entries).filter(
    (entry) =>
      entry.kind === 'payCardOwed' &&
      entry.account === data.account &&
      entry.chainId === chainId &&
      entry.token !== undefined &&
      isAddressEqual(entry.token, address),
  );
  const isUnderWay = entries.some(({ status }) => status === 'pending');
  const paid = entries.findLast(({ status, hash }) => status === 'confirmed' && hash !== null);
  const hash = paid?.hash && !settled.includes(paid.hash) ? paid.hash : null;
  // Safe to repeat after a reload, because the server counts each payment once.
  useVerification(hash && '/card/settleOwed', { chainId, txHash: hash ?? '' }, (error) => {
    setSettled((known) => (hash ? [...known, hash] : known));
    setRefusal(error?.message ?? null);
    void refresh();
  });
  const place = { chainId, address: getAddress(contract) };
  const own = useOwnText();
  const amount = BigInt(owed.owed);
  const text = { amount: formatAmount(amount, decimals, locale, decimals), symbol: token.symbol };
  return (
    <div className="grid justify-items-start gap-3 border-s-2 border-error ps-3">
      <p className="measure text-sm">{t('text', { ...text, amount: own(text.amount) })}</p>
      <Button
        variant="signal"
        disabled={isUnderWay}
        onClick={() => reviewCardOrder(data.account, place, token, { kind: 'payCardOwed', amount })}
      >
        {t(isUnderWay ? 'underWay' : 'pay', text)}
      </Button>
      <p role="alert" className="field-error empty:hidden">
        {refusal}
      </p>
    </div>
  );
}

/** What is owed, on every network. Renders nothing if nothing is. */
export function OwedNotes({ data }: { data: CardData }) {
  return (data.list?.accounts ?? [])
    .filter(({ owed }) => BigInt(owed) > 0n)
    .map((owed) => <OwedNote key={`${owed.chainId} ${owed.token}`} owed={owed} data={data} />);
}
