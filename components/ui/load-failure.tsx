import { Button } from './button';

export interface Failure {
  text: string;
  reason?: string;
  retry: string;
  onRetry: () => void;
}

/** What could not be loaded and why, and the way to try again. */
export function LoadFailure({ text, reason, retry, onRetry }: Failure) {
  return (
    <div role="alert" className="grid justify-items-start gap-3">
      <p>{text}</p>
      {reason === undefined ? null : <p className="text-sm text-muted">{reason}</p>}
      <Button onClick={onRetry}>{retry}</Button>
    </div>
  );
}
