import { Button } from '@/components/ui/button';

export function RetryAlert({
  message,
  retryLabel,
  onRetry,
}: {
  message: string;
  retryLabel: string;
  onRetry: () => void;
}) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 border-s-2 border-error ps-3 text-sm">
      <p>{message}</p>
      <Button size="small" onClick={onRetry}>
        {retryLabel}
      </Button>
    </div>
  );
}
