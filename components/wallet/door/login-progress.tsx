import { Button } from '@/components/ui/button';
import type { LoginStep } from '@/components/wallet/shell/login-state';
import type { DoorWording } from './door-wording';

/** What the wallet is asked for now, or, after a reload in the middle of a login, the way on. */
export function LoginProgress({
  step,
  account,
  wording,
  onSign,
}: {
  step: LoginStep;
  account: string | undefined;
  wording: DoorWording;
  onSign: () => void;
}) {
  return (
    <div className="grid gap-4">
      {account ? <p className="font-mono text-sm break-all text-muted">{account}</p> : null}
      <p role="status">{wording.step[step]}</p>
      {step === 'idle' ? (
        <Button variant="signal" onClick={onSign}>
          {wording.sign}
        </Button>
      ) : (
        <span aria-hidden="true" className="busy-line" />
      )}
      <p className="text-xs text-muted">{wording.signNote}</p>
    </div>
  );
}
