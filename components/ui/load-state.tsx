import { Button } from './button';
import './load-wait.css';

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

/** Says that something is being loaded when that takes its time: what comes at once does not flash it. */
export function LoadWait({ children }: { children: string }) {
  return (
    <p role="status" className="load-wait min-h-28">
      {children}
    </p>
  );
}
