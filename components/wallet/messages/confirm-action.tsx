import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { TextButton } from '@/components/wallet/display/text-button';
import { useSwapFocus } from '@/components/wallet/display/use-swap-focus';

/**
 * Button for an irreversible action. Asks for confirmation first, states the effect, and moves the focus to the cancel
 * button.
 */
export function ConfirmAction({
  label,
  question,
  confirm,
  keep,
  onConfirm,
}: {
  label: string;
  question: string;
  confirm: string;
  keep: string;
  onConfirm: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  useSwapFocus(group, isAsking);
  return (
    <div ref={group}>
      {isAsking ? (
        <div className="grid gap-3 border-s-2 border-warning ps-3">
          <p className="text-sm">{question}</p>
          <span className="flex flex-wrap gap-3">
            <Button size="small" onClick={() => setAsking(false)}>
              {keep}
            </Button>
            <Button
              size="small"
              onClick={() => {
                setAsking(false);
                onConfirm();
              }}
            >
              {confirm}
            </Button>
          </span>
        </div>
      ) : (
        <TextButton onClick={() => setAsking(true)}>{label}</TextButton>
      )}
    </div>
  );
}
