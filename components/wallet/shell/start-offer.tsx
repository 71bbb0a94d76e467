import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { openDialog } from '@/lib/browser/dialogs';

/** How to begin, for a visitor without a wallet. */
export function StartOffer({
  title,
  steps,
  connectLabel,
}: {
  title: string;
  steps: readonly string[];
  connectLabel: string;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid content-start gap-5">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <ol className="grid list-decimal gap-2 ps-5 text-muted">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div>
        <Button variant="signal" onClick={() => openDialog('wallet')}>
          {connectLabel}
        </Button>
      </div>
    </section>
  );
}
