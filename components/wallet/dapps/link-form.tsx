import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { isWalletDocument } from '@/components/wallet/connect/wallet-document';
import { useSignedInAccount } from '@/components/wallet/frame/account-view';
import { useWebsite } from '@/lib/api/hooks';
import { openLink, useLinks } from '@/lib/wallet/dapps/links/links';
import { type LinkProblem, readLink } from '@/lib/wallet/dapps/links/read-link';
import { PausedNote } from './paused-note';

/** Connects a DApp that is open in another tab or on another device by its link, if the operator offers WalletConnect. */
export function LinkForm() {
  const t = useTranslations('wallet.dapps.link');
  const id = useId();
  const account = useSignedInAccount();
  const hasWalletConnect = typeof useWebsite().data?.walletConnectProjectId === 'string';
  const { isOpening, problem, dapps } = useLinks();
  const [text, setText] = useState('');
  const [misread, setMisread] = useState<LinkProblem | null>(null);
  // Only the policy of a page that was loaded as a wallet page allows WalletConnect's hosts.
  const isReloaded = hasWalletConnect && !isWalletDocument();
  useEffect(() => {
    if (isReloaded) window.location.reload();
  }, [isReloaded]);
  if (!hasWalletConnect) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isOpening) return;
    const read = readLink(text, Date.now());
    if ('problem' in read) return setMisread(read.problem);
    openLink(read.uri);
    // A link can be opened only once.
    setText('');
  };
  const failure = misread ?? problem;
  return (
    <section aria-labelledby={id} className="grid max-w-form gap-3">
      <h2 id={id} className="text-xl">
        {t('title')}
      </h2>
      <p className="text-sm text-muted">{t('about')}</p>
      {dapps.map((dapp) => (
        <PausedNote key={dapp.origin} name={dapp.name} reviews={dapp.reviews} />
      ))}
      {account ? (
        <form noValidate onSubmit={submit} className="grid justify-items-start gap-3">
          <div className="w-full">
            <Field
              label={t('field')}
              value={text}
              onChange={(next) => {
                setText(next);
                setMisread(null);
              }}
              placeholder="wc:…"
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              {...(failure && !isOpening ? { error: t(`problem.${failure}`) } : {})}
            />
          </div>
          <Button type="submit" aria-disabled={isOpening} aria-busy={isOpening}>
            {t('open')}
          </Button>
          <p role="status" className="text-sm text-muted empty:hidden">
            {isOpening ? t('opening') : ''}
          </p>
        </form>
      ) : (
        <p className="text-sm">{t('signIn')}</p>
      )}
    </section>
  );
}
