import { Button } from './button';
import './load-wait.css';

export interface Failure {
  text: string;
  reason?: string;
  retry: string;
  onRetry: () => void;
}

/** A loading error with a retry button. */
export function LoadFailure({ text, reason, retry, onRetry }: Failure) {
  return (
    <div role="alert" className="grid justify-items-start gap-3">
      <p>{text}</p>
      {reason === undefined ? null : <p className="text-sm text-muted">{reason}</p>}
      <Button onClick={onRetry}>{retry}</Button>
    </div>
  );
}

/** A loading message that appears only after a delay, so that fast loads don't flash. */
export function LoadWait({ children }: { children: string }) {
  return (
    <p role="status" className="load-wait min-h-28">
      {children}
    </p>
  );
}
