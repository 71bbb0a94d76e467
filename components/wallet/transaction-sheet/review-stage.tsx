import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { encodeFunctionData, erc20Abi, toHex } from 'viem';
import { Button } from '@/components/ui/button';
import { ConsentBox } from '@/components/ui/check-box';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { NodeNote } from '@/components/wallet/shell/node-banner';
import { ClearRequest } from '@/components/wallet/signing/clear-request';
import { withoutHanGaps } from '@/components/wallet/signing/intent-headline';
import { NetworkFee } from '@/components/wallet/signing/network-fee';
import { useReading } from '@/components/wallet/signing/use-reading';
import { useChainMapping } from '@/lib/api/hooks';
import type { PriorCall } from '@/lib/wallet/signing/balance-changes';
import type { SignatureRequest } from '@/lib/wallet/signing/request';
import { useAttempts } from '@/lib/wallet/transactions/attempts';
import { encodeCall } from '@/lib/wallet/transactions/transaction-plan';
import { type SheetOrder, useSheet } from './sheet';
import { useActionText } from './use-action-text';
import { usePrompts, useSpendingText } from './use-prompts';

/** Returns the request that the wallet will show for the order's call. */
function requestOf({ account, plan }: SheetOrder): Extract<SignatureRequest, { kind: 'transaction' }> {
  const { to, value, data } = encodeCall(plan.call);
  return {
    kind: 'transaction',
    account,
    chainId: plan.chainId,
    raw: JSON.stringify({ from: account, to, value: toHex(value), data }, null, 2),
    transaction: { to, value, data, gas: null, fees: {} },
  };
}

/** Returns the approval that the call needs, so that the simulation succeeds before it is signed. */
function approvalOf({ plan: { call, spending } }: SheetOrder): readonly PriorCall[] {
  if (!spending) return [];
  const args = [call.address, spending.amount] as const;
  return [{ to: spending.token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }) }];
}

/** Says how often the wallet will ask, if it is more than once or in an unusual way. */
export function PromptNote({ order }: { order: SheetOrder }) {
  const t = useTranslations('wallet.sheet.ask');
  const prompts = usePrompts(order);
  const spending = useSpendingText(order);
  const first = prompts?.[0];
  if (!first || first === 'signing') return null;
  return (
    <p className="border-s-2 border-water ps-3 text-sm">
      {withoutHanGaps(t(first, spending))}{' '}
      <span className="block pt-1 text-muted">
        {spending.spender}: <GroupedAddress address={order.plan.call.address} />
      </span>
    </p>
  );
}

/** Warning that the wallet may still have an open request of this kind, whose result is unknown. */
function AttemptNote({ order: { account, plan } }: { order: SheetOrder }) {
  const t = useTranslations('wallet.sheet');
  const isOpenInWallet = useAttempts((state) =>
    state.entries.some((entry) => entry.kind === plan.intent.kind && entry.account === account),
  );
  return isOpenInWallet ? <p className="border-s-2 border-warning ps-3 text-sm">{t('attempt')}</p> : null;
}

/** Checkbox for the cost that the user must accept. */
function Consent({
  id,
  consent: { label, missing },
  isGiven,
  isMissed,
  onChange,
}: {
  id: string;
  consent: NonNullable<SheetOrder['consent']>;
  isGiven: boolean;
  isMissed: boolean;
  onChange: (isGiven: boolean) => void;
}) {
  return (
    <div className="border-s-2 border-warning ps-3 text-sm">
      <ConsentBox
        id={id}
        label={label}
        isGiven={isGiven}
        error={isMissed ? missing : undefined}
        onChange={onChange}
      />
    </div>
  );
}

/** Review of an order before the wallet asks: the same sentence, changes, and details that the demo wallet shows. */
export function ReviewStage({
  order,
  onBack,
  onConfirm,
}: {
  order: SheetOrder;
  onBack: () => void;
  onConfirm: () => void;
}) {
  const t = useTranslations('wallet.sheet');
  const errors = useTranslations('wallet.errors');
  const actionText = useActionText();
  const id = useSheet((state) => state.id);
  const problem = useSheet((state) => state.problem);
  const request = requestOf(order);
  const prior = approvalOf(order);
  const { gas, ...reading } = useReading(`order ${id}`, request, { prior });
  const prompts = usePrompts(order);
  const { data: chains = [] } = useChainMapping();
  const { chainId, intent } = order.plan;
  const action = actionText(intent);
  const consentId = useId();
  const [consent, setConsent] = useState({ isGiven: false, isMissed: false });
  const confirm = () => {
    if (!order.consent || consent.isGiven) {
      onConfirm();
      return;
    }
    setConsent({ isGiven: false, isMissed: true });
    document.getElementById(consentId)?.focus();
  };
  return (
    <>
      {/* A declined request isn't an error. */}
      <p role="status" className="border-s-2 border-water ps-3 text-sm empty:hidden">
        {problem === null ? '' : errors(problem)}
      </p>
      <ClearRequest
        {...reading}
        request={request}
        own={{
          title: action,
          details: order.details,
          prompts: <PromptNote order={order} />,
        }}
      />
      <AttemptNote order={order} />
      <NodeNote chainId={chainId} network={chains.find((chain) => chain.id === chainId)?.name ?? ''} />
      {order.consent ? (
        <Consent
          id={consentId}
          consent={order.consent}
          {...consent}
          onChange={(isGiven) => setConsent({ isGiven, isMissed: false })}
        />
      ) : null}
      <div className="dialog-action review-buttons">
        <NetworkFee
          request={request}
          // The call can't be estimated before its approval, but it can be simulated after it.
          simulated={prior.length > 0 ? { gas, isRunning: reading.simulation === 'running' } : undefined}
          prompts={prompts?.length}
        />
        <Button onClick={onBack}>{t('back')}</Button>
        <Button variant="signal" onClick={confirm}>
          {action}
        </Button>
      </div>
    </>
  );
}
