import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { CheckBox } from '@/components/ui/check-box';
import { SelectField } from '@/components/ui/select-field';
import type { CallActions, CallView } from '@/lib/wallet/calls/call-store';
import { setRelayed, useRelayPreference } from '@/lib/wallet/calls/relay-preference';

/** Value of the option for the system's microphone. */
const SYSTEM = '';

/** The microphone's level. Changes the elements itself, because rendering ten times per second would cost battery. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another microphone has another level.
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

/** Choice of the microphone, and whether calls are relayed. */
export function CallSettings({ view, actions }: { view: CallView; actions: CallActions }) {
  const t = useTranslations('wallet.call');
  const isRelayed = useRelayPreference((state) => state.isRelayed);
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
