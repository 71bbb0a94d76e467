'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import type { Address, Hash } from 'viem';
import { Button, buttonClass } from '@/components/ui/button';
import { QrCode } from '@/components/wallet/display/qr-code';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { useChainTime } from '@/components/wallet/display/use-chain-time';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { closeDialog } from '@/lib/browser/dialogs';
import { notify } from '@/lib/browser/notices';
import { saveFile } from '@/lib/browser/save-file';
import { MINUS } from '@/lib/format/amount';
import { routes } from '@/lib/routes';
import type { ReceiptContent } from '@/lib/wallet/receipt/receipt-layout';
import { type ReceiptState, useReceiptFacts } from '@/lib/wallet/receipt/use-receipt-facts';
import { useReceiptText } from './use-receipt-text';

const BUTTON = 'max-sm:grow';

type Mined = Extract<ReceiptState, { state: 'mined' }>;

/** Reads the QR code from its SVG, whose last path is the dark modules. */
function codeOf(svg: SVGSVGElement | null): ReceiptContent['code'] {
  const d = svg?.querySelector('path:last-of-type')?.getAttribute('d');
  return svg && d ? { d, modules: svg.viewBox.baseVal.width } : null;
}

const canShareFiles = (): boolean =>
  navigator.canShare?.({ files: [new File([], 'receipt.png', { type: 'image/png' })] }) ?? false;

/** React hook that returns a function to draw the receipt as a PNG file. The function throws if it can't be drawn. */
function useReceiptPicture(mined: Mined) {
  const t = useTranslations('wallet.transaction');
  const sides = useTranslations('wallet.activity.side');
  const brand = useTranslations('shell')('brand');
  const locale = useLocale();
  const date = useChainTime();
  const { facts, chain } = mined;
  const text = useReceiptText(facts, mined, null);
  const { hash, status, block } = facts;
  return async (code: ReceiptContent['code']): Promise<File> => {
    const now = date(BigInt(Math.floor(Date.now() / 1_000)));
    // Loaded only for those who save a picture.
    const { drawReceipt } = await import('@/lib/wallet/receipt/draw-receipt');
    const content: ReceiptContent = {
      brand,
      document: t('receipt.document'),
      isFailed: status === 'reverted',
      status: text.status,
      time: text.time,
      headline: text.headline,
      note: status === 'reverted' ? t('receipt.failedNote') : null,
      rows: [
        ...text.moves.map(({ side, text: amount, fiat }) => ({
          label: sides(side),
          lines: [
            `${side === 'in' ? '+' : MINUS}${amount}`,
            ...(fiat ? [t('receipt.fiatAt', { value: fiat, time: now })] : []),
          ],
          isStrong: true,
        })),
        { label: t('chain'), lines: [chain.name] },
        ...text.rows.map(({ label, value, address }) => ({
          label,
          lines: value ? [value] : [],
          ...(address ? { address } : {}),
        })),
      ],
      hash: { label: t('hash'), value: hash },
      scan: t('receipt.scan'),
      proof: t('receipt.proof', { network: chain.name, block: block.toString() }),
      code,
    };
    const picture = await drawReceipt(content, locale);
    return new File([picture], `tidewell-receipt-${hash.slice(2, 10)}.png`, { type: picture.type });
  };
}

function PictureButtons({ mined }: { mined: Mined }) {
  const t = useTranslations('wallet.transaction.receipt');
  const code = useRef<SVGSVGElement>(null);
  const [isShareable] = useState(canShareFiles);
  const [isDrawing, setIsDrawing] = useState(false);
  const draw = useReceiptPicture(mined);
  const run = async (use: (file: File) => Promise<void>) => {
    setIsDrawing(true);
    try {
      await use(await draw(codeOf(code.current)));
    } catch (error) {
      // An AbortError means that the user closed the share sheet.
      if (!(error instanceof DOMException && error.name === 'AbortError')) notify('error', t('failedSave'));
    } finally {
      setIsDrawing(false);
    }
  };
  const share = (file: File) => navigator.share({ files: [file] });
  const save = async (file: File) => {
    saveFile(file.name, file);
    notify('success', t('saved'));
  };
  return (
    <>
      {isShareable ? (
        <Button
          size="small"
          className={BUTTON}
          aria-disabled={isDrawing}
          onClick={() => void (isDrawing || run(share))}
        >
          {t('share')}
        </Button>
      ) : null}
      <Button
        size="small"
        className={BUTTON}
        aria-disabled={isDrawing}
        onClick={() => void (isDrawing || run(save))}
      >
        {t('save')}
      </Button>
      <span hidden>
        <QrCode ref={code} value={mined.chain.browserTx + mined.facts.hash} label={t('qrLabel')} />
      </span>
    </>
  );
}

/** The picture buttons once the facts are known. They are disabled, in the same place, until then. */
function Picture({ state }: { state: ReceiptState }) {
  const t = useTranslations('wallet.transaction');
  switch (state.state) {
    case 'mined':
      return <PictureButtons mined={state} />;
    case 'listsFailed':
    case 'unreachable':
      return (
        <RetryAlert message={t('receipt.unread')} retryLabel={t('retry')} onRetry={() => state.retry()} />
      );
    default:
      return (
        <Button size="small" className={BUTTON} disabled={true}>
          {t('receipt.save')}
        </Button>
      );
  }
}

type Entry = { chainId: number; hash: Hash; account?: Address; viewer?: Address | null };

function EntryActions({
  entry: { chainId, hash, account, viewer },
  onPrint,
}: {
  entry: Entry;
  onPrint?: () => void;
}) {
  const t = useTranslations('wallet.transaction.receipt');
  const receipt = useReceiptFacts(chainId, hash, { account, ...(viewer === undefined ? {} : { viewer }) });
  const page = `${routes.transaction}?${new URLSearchParams({ chainId: String(chainId), hash, print: '1' })}`;
  // App shells have no print dialog.
  const className = `${BUTTON} embedded:hidden`;
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <Picture state={receipt} />
      {onPrint ? (
        <Button size="small" className={className} onClick={onPrint}>
          {t('print')}
        </Button>
      ) : (
        <WalletLink
          href={page}
          onClick={() => closeDialog('transaction')}
          className={buttonClass({ size: 'small', className })}
        >
          {t('print')}
        </WalletLink>
      )}
    </div>
  );
}

/**
 * Buttons that share, save, and print the receipt of a transaction that is done. Everything in a receipt is read from
 * the chain, not from the ledger entry. `account` is the account whose amounts count, by default
 * the viewer if the transaction moved any of theirs, or else the sender.
 */
export function ReceiptActions({
  entry: { hash, ...entry },
  ...actions
}: {
  entry: Omit<Entry, 'hash'> & { hash: Hash | null };
  /** Prints the current page. If omitted, there is a link to the transaction's page, which then prints itself. */
  onPrint?: () => void;
}) {
  return hash === null ? null : <EntryActions entry={{ ...entry, hash }} {...actions} />;
}
