import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { encodeFunctionData, erc20Abi, type Hash, toHex } from 'viem';
import { Button } from '@/components/ui/button';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { NodeNote } from '@/components/wallet/frame/node-banner';
import { ClearRequest } from '@/components/wallet/signing/clear-request';
import { withoutHanGaps } from '@/components/wallet/signing/intent-headline';
import { NetworkFee } from '@/components/wallet/signing/network-fee';
import { useReading } from '@/components/wallet/signing/use-reading';
import { useChainMapping } from '@/lib/api/hooks';
import type { PriorCall } from '@/lib/wallet/signing/balance-changes';
import type { SignatureRequest } from '@/lib/wallet/signing/signature-request';
import { encodeCall } from '@/lib/wallet/transactions/transaction-plan';
import { EarlierNote, idsOf, useEarlier } from './earlier-note';
import { OpenAllowance } from './open-allowance';
import { type SheetOrder, useSheet } from './sheet';
import { useActionText } from './use-action-text';
import { useConsents, useReportConsent } from './use-consents';
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
      <span className="block pt-1 text-muted first-letter:uppercase">
        {spending.spender}: <GroupedAddress address={order.plan.call.address} />
      </span>
    </p>
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
  /** Called with the IDs of the earlier payments that the review names. */
  onConfirm: (named: readonly Hash[]) => void;
}) {
  const t = useTranslations('wallet.sheet');
  const errors = useTranslations('wallet.errors');
  const actionText = useActionText();
  const id = useSheet((state) => state.id);
  const problem = useSheet((state) => state.problem);
  const request = requestOf(order);
  const prior = approvalOf(order);
  const { gas, isReported, ...reading } = useReading(`order ${id}`, request, { prior });
  const prompts = usePrompts(order);
  const { data: chains = [] } = useChainMapping();
  const { account, plan } = order;
  const { chainId, intent } = plan;
  const action = actionText(intent);
  const costId = useId();
  const earlier = useEarlier({ ...intent, chainId, account });
  const named = idsOf(earlier);
  const cost = order.consent ? { ...order.consent, id: costId } : null;
  // Accepting one earlier transaction isn't accepting others.
  const again = {
    id: `again-${named.join('-')}`,
    label: t('earlier.consent'),
    missing: t('earlier.missing'),
  };
  const reported = useReportConsent(reading.reading.findings);
  const consents = useConsents([
    ...(isReported ? [reported] : []),
    ...(named.length > 0 ? [again] : []),
    ...(cost ? [cost] : []),
  ]);
  const confirm = () => {
    // Until the operator's lists have been asked, nobody can agree to what they say.
    if (isReported !== null && consents.check()) onConfirm(named);
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
      {isReported ? consents.box(reported) : null}
      <OpenAllowance order={order} />
      <EarlierNote {...earlier} />
      {named.length > 0 ? consents.box(again) : null}
      <NodeNote chainId={chainId} network={chains.find((chain) => chain.id === chainId)?.name ?? ''} />
      {cost ? consents.box(cost) : null}
      <div className="dialog-action review-buttons">
        <NetworkFee
          request={request}
          // The call can't be estimated before its approval, but it can be simulated after it.
          simulated={prior.length > 0 ? { gas, isRunning: reading.simulation === 'running' } : undefined}
          prompts={prompts?.length}
        />
        <Button onClick={onBack}>{t('back')}</Button>
        <Button
          variant="signal"
          aria-disabled={isReported === null}
          aria-busy={isReported === null}
          onClick={confirm}
        >
          {action}
        </Button>
      </div>
    </>
  );
}
