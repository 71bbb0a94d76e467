import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef, useState } from 'react';
import type { Address } from 'viem';
import { useConfig } from 'wagmi';
import { Button } from '@/components/ui/button';
import { ConsentBox } from '@/components/ui/check-box';
import { useChainMapping, useCoinsQuietly, useContracts } from '@/lib/api/hooks';
import type { SpenderNature } from '@/lib/wallet/approvals/grants';
import { useContacts, useKnownRecipients } from '@/lib/wallet/contacts/contacts';
import {
  contractName,
  readNatures,
  readPlatformTokens,
  type SigningContext,
} from '@/lib/wallet/signing/context';
import { isDanger } from '@/lib/wallet/signing/finding';
import { readMessage } from '@/lib/wallet/signing/message';
import type { Reading } from '@/lib/wallet/signing/reading';
import { addressesOf, readTransaction } from '@/lib/wallet/signing/transaction';
import { readTypedData } from '@/lib/wallet/signing/typed-data';
import type { SignatureRequest } from './demo-request';
import { DemoRequestDetails } from './demo-request-details';

/** Decodes a request of any kind, and adds the warnings about it. */
export function readRequest(request: SignatureRequest, context: SigningContext): Reading {
  switch (request.kind) {
    case 'message':
      return readMessage(request.message, context);
    case 'typedData':
      return readTypedData(request.typedData, context);
    case 'transaction':
      return readTransaction(request.transaction, context);
  }
}

const nothing: ReadonlyMap<Address, SpenderNature> = new Map();
const noTokens: ReadonlyMap<Address, readonly Address[]> = new Map();

/** React hook that decodes a request, with its warnings. `isReady` is true once all lookups have finished. */
function useReading(request: SignatureRequest): { reading: Reading; isReady: boolean } {
  const { account, chainId } = request;
  const config = useConfig();
  const chains = useChainMapping();
  const coins = useCoinsQuietly();
  const contracts = useContracts();
  const contacts = useContacts((state) => state.entries);
  const recipients = useKnownRecipients((state) => state.entries);
  const [now] = useState(() => BigInt(Math.floor(Date.now() / 1_000)));
  const context: SigningContext = {
    account,
    chainId,
    nativeSymbol: chains.data?.find(({ id }) => id === chainId)?.nativeSymbol ?? '',
    coins: coins.data ?? [],
    contracts: contracts.data ?? [],
    contacts,
    recipients,
    natures: nothing,
    platformTokens: noTokens,
    networks: new Map(chains.data?.map(({ id, name }) => [id, name])),
    now,
    origin: window.location.origin,
  };
  const addresses = addressesOf(readRequest(request, context).groups, account);
  const natures = useQuery({
    queryKey: ['natures', chainId, addresses],
    queryFn: () => readNatures(config.getClient({ chainId }), addresses),
    retry: false,
  });
  const to = request.kind === 'transaction' ? request.transaction.to : null;
  const name = to && contractName(context, to);
  const tokens = useQuery({
    queryKey: ['platformTokens', chainId, name, to],
    queryFn: async () =>
      to ? new Map([[to, await readPlatformTokens(config.getClient({ chainId }), name, to)]]) : noTokens,
    retry: false,
  });
  const isListed = [chains, coins, contracts].every(({ data, error }) => data ?? error);
  return {
    reading: readRequest(request, {
      ...context,
      natures: natures.data ?? nothing,
      platformTokens: tokens.data ?? noTokens,
    }),
    isReady: isListed && !natures.isPending && !tokens.isPending,
  };
}

/** Checkbox that the user must check before signing a dangerous request. */
function DangerConsent({
  id,
  isGiven,
  isMissed,
  onChange,
}: {
  id: string;
  isGiven: boolean;
  /** Whether the user tried to confirm without checking the box. */
  isMissed: boolean;
  onChange: (isGiven: boolean) => void;
}) {
  const t = useTranslations('wallet.signing.consent');
  return (
    <div className="border-s-2 border-error ps-3 text-sm">
      <ConsentBox
        id={id}
        label={t('label')}
        isGiven={isGiven}
        error={isMissed ? t('missed') : undefined}
        onChange={onChange}
      />
    </div>
  );
}

/** One signature request, with buttons to confirm or reject it. A dangerous one requires a second step. */
export function SignRequest({
  id,
  request,
  onDecide,
}: {
  /** ID of the request. The component is reused for the next request, with another ID. */
  id: number;
  request: SignatureRequest;
  onDecide: (isConfirmed: boolean) => void;
}) {
  const t = useTranslations('wallet.demo');
  const consentId = useId();
  const top = useRef<HTMLDivElement>(null);
  const seen = useRef(id);
  const { reading, isReady } = useReading(request);
  const [consent, setConsent] = useState({ id, isGiven: false, isMissed: false });
  const { isGiven, isMissed } = consent.id === id ? consent : { isGiven: false, isMissed: false };
  const needsConsent = reading.findings.some(isDanger);
  // Scroll to the top of the next request, because the last one was confirmed at the bottom.
  useEffect(() => {
    if (seen.current === id) return;
    seen.current = id;
    top.current?.scrollIntoView();
    top.current?.focus();
  }, [id]);

  const confirm = () => {
    if (!isReady) return;
    if (!needsConsent || isGiven) {
      onDecide(true);
      return;
    }
    setConsent({ id, isGiven: false, isMissed: true });
    document.getElementById(consentId)?.focus();
  };

  return (
    <div ref={top} tabIndex={-1} className="-mx-6 mt-4 flex flex-col gap-5 px-6 outline-none">
      <DemoRequestDetails request={request} reading={reading} isReady={isReady} />
      {needsConsent ? (
        <DangerConsent
          id={consentId}
          isGiven={isGiven}
          isMissed={isMissed}
          onChange={(given) => setConsent({ id, isGiven: given, isMissed: false })}
        />
      ) : null}
      <div className="dialog-action grid grid-cols-2 gap-3">
        <Button variant={needsConsent ? 'signal' : 'outline'} onClick={() => onDecide(false)}>
          {t('reject')}
        </Button>
        {/* The button is not disabled while addresses are checked, because a disabled button would lose focus. */}
        <Button
          variant={needsConsent ? 'outline' : 'signal'}
          aria-disabled={!isReady}
          aria-busy={!isReady}
          onClick={confirm}
        >
          {t('confirm')}
        </Button>
      </div>
    </div>
  );
}
