import './load-wait.css';

/** Says that something is being loaded when that takes its time: what comes at once does not flash it. */
export function LoadWait({ children }: { children: string }) {
  return (
    <p role="status" className="load-wait min-h-28">
      {children}
    </p>
  );
}
