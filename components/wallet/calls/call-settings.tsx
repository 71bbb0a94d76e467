import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { CheckBox } from '@/components/ui/check-box';
import { SelectField } from '@/components/ui/select-field';
import type { CallActions, CallView } from '@/lib/wallet/calls/call-store';
import { setRelayed, useRelayPreference } from '@/lib/wallet/calls/relay-preference';

/** Option value for the system's default microphone. */
const SYSTEM = '';

/**
 * Shows the microphone's level. Updates the DOM directly, because ten renders per second would drain the battery.
 */
export function LevelMeter({
  watchLevel,
  microphoneId,
}: {
  watchLevel: CallActions['watchLevel'];
  microphoneId: string | null;
}) {
  const t = useTranslations('wallet.call');
  const lines = useRef<HTMLDivElement>(null);
  const meter = useRef<HTMLMeterElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another microphone needs a new subscription.
  useEffect(
    () =>
      watchLevel((level) => {
        lines.current?.style.setProperty('--level', level.toFixed(2));
        if (meter.current) meter.current.value = level;
      }),
    [watchLevel, microphoneId],
  );
  return (
    <div>
      <div ref={lines} aria-hidden="true" className="call-level" />
      <meter ref={meter} aria-label={t('level')} min={0} max={1} value={0} className="sr-only" />
    </div>
  );
}

/** Settings for the microphone and for relaying calls. */
export function CallSettings({ view, actions }: { view: CallView; actions: CallActions }) {
  const t = useTranslations('wallet.call');
  const isRelayed = useRelayPreference(({ isOn }) => isOn);
  const options = [
    { value: SYSTEM, label: t('systemMicrophone') },
    ...view.microphones.map(({ id, label }) => ({ value: id, label })),
  ];
  return (
    <div className="grid gap-3 pt-1">
      <SelectField
        label={t('microphone')}
        value={view.microphoneId ?? SYSTEM}
        options={options}
        onChange={(id) => void actions.chooseMicrophone(id === SYSTEM ? null : id)}
      />
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <CheckBox checked={isRelayed} onChange={(event) => setRelayed(event.target.checked)} />
        <span>
          {t('relay')}
          <span className="block text-xs text-muted">{t('relayNote')}</span>
        </span>
      </label>
    </div>
  );
}
