import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { type Address, maxUint256 } from 'viem';
import { useConfig } from 'wagmi';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { SelectField } from '@/components/ui/select-field';
import { NumberField } from '@/components/wallet/fields/number-field';
import type { ChainMapping } from '@/lib/api/types';
import { notify } from '@/lib/browser/notices';
import { splitNetwork } from '@/lib/evm/chain-short-names';
import { readNumber } from '@/lib/format/read-number';
import { onNetworks, readAddress } from '@/lib/wallet/contacts/recipient';
import { chooseNft } from '@/lib/wallet/nfts/choices';
import { readNamed } from '@/lib/wallet/nfts/read-owned';

/** Parses a typed token ID (uint256), also one with a number sign. Returns null if it is invalid. */
function readTokenId(text: string): bigint | null {
  const read = readNumber(text.trim().replace(/^[#＃]/, ''));
  if ('problem' in read || !/^\d{1,78}$/.test(read.number)) return null;
  const tokenId = BigInt(read.number);
  return tokenId <= maxUint256 ? tokenId : null;
}

function AddForm({
  account,
  chains,
  onDone,
}: {
  account: Address;
  chains: readonly ChainMapping[];
  onDone: () => void;
}) {
  const t = useTranslations('wallet.nfts.add');
  const shared = useTranslations('wallet.transfer');
  const recipientText = useTranslations('wallet.recipient.problem');
  const errors = useTranslations('wallet.errors');
  const config = useConfig();
  const id = useId();
  const [chainId, setChainId] = useState(chains[0]?.id ?? 0);
  const [contract, setContract] = useState('');
  const [number, setNumber] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const read = onNetworks(readAddress(contract), [chainId]);
  const tokenId = readTokenId(number);
  const contractText = (found: Exclude<typeof read, { address: Address }>['problem']) =>
    found === 'empty' || found === 'notAddress' ? t('noAddress') : recipientText(found);
  const contractProblem = 'problem' in read ? contractText(read.problem) : null;
  const numberProblem = tokenId === null ? t('noNumber') : null;

  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setTried(true);
    setProblem(null);
    if ('problem' in read || tokenId === null) {
      document.getElementById(`${id}-${contractProblem ? 'contract' : 'number'}`)?.focus();
      return;
    }
    setBusy(true);
    try {
      const order = { chainId, account, contract: read.address, tokenId };
      const found = await readNamed(config.getClient({ chainId }), order);
      if (!found) {
        setProblem(t('notOwned'));
        return;
      }
      chooseNft(found, { isAdded: true, isShown: true });
      notify('success', t('done'));
      onDone();
    } catch {
      // The contract's responses are handled above, so only an unreachable RPC endpoint throws.
      setProblem(errors('nodeUnreachable'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void add(event)} className="flex flex-col gap-5">
      <p className="text-sm text-muted">{t('about')}</p>
      <SelectField
        label={shared('chain')}
        value={String(chainId)}
        onChange={(next) => {
          setChainId(Number(next));
          setProblem(null);
        }}
        options={chains.map(({ id: value, name }) => ({ value: String(value), label: name }))}
      />
      <Field
        id={`${id}-contract`}
        label={t('contract')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={contract}
        onChange={(text) => {
          setContract(text);
          setProblem(null);
          const named = chains.find(({ id: chain }) => chain === splitNetwork(text).network);
          if (named) setChainId(named.id);
        }}
        {...(isTried && contractProblem ? { error: contractProblem } : {})}
      />
      <NumberField
        id={`${id}-number`}
        label={t('number')}
        inputMode="numeric"
        value={number}
        onChange={(text) => {
          setNumber(text);
          setProblem(null);
        }}
        {...(isTried && numberProblem ? { error: numberProblem } : {})}
      />
      {problem ? (
        <p role="alert" className="border-s-2 border-error ps-3 text-sm">
          {problem}
        </p>
      ) : null}
      <p role="status" className="text-sm text-muted empty:hidden">
        {isBusy ? t('checking') : ''}
      </p>
      <div className="dialog-action">
        <Button variant="signal" type="submit" aria-disabled={isBusy} aria-busy={isBusy}>
          {t('submit')}
        </Button>
      </div>
    </form>
  );
}

/** Dialog to add an NFT manually. Its contract must confirm that the account owns it. Stored on this device. */
export function AddNftDialog({
  open,
  account,
  chains,
  onClose,
}: {
  open: boolean;
  account: Address;
  chains: readonly ChainMapping[];
  onClose: () => void;
}) {
  const t = useTranslations('wallet.nfts.add');
  const shared = useTranslations('wallet.transfer');
  return (
    <Dialog open={open} onClose={onClose} title={t('title')} closeLabel={shared('close')}>
      <AddForm account={account} chains={chains} onDone={onClose} />
    </Dialog>
  );
}
