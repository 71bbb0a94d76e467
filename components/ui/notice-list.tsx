'use client';

import { dismissNotice, type NoticeType, useNotices } from '@/lib/browser/notices';
import { CloseIcon, Icon } from './icon';
import './notice-list.css';

const marks: Record<NoticeType, string> = {
  success: 'm4 10 4 4 8-9',
  warning: 'M10 4v8m0 3v1',
  error: 'm5 5 10 10M15 5 5 15',
};

/**
 * Shows the latest notices and announces them politely to screen readers. The live region is always present, because
 * announcements would be lost otherwise.
 */
export function NoticeList({ label, dismissLabel }: { label: string; dismissLabel: string }) {
  const notices = useNotices((state) => state.notices);
  return (
    <section aria-label={label} aria-live="polite" className="notice-list">
      {notices.map(({ id, type, message, link, action }) => (
        <div key={id} className="notice" data-type={type}>
          <Icon path={marks[type]} size={20} />
          <p>
            {message} {link && <a {...link} />}
            {action ? (
              <button
                type="button"
                className="notice-action"
                onClick={() => {
                  dismissNotice(id);
                  action.onPress();
                }}
              >
                {action.label}
              </button>
            ) : null}
          </p>
          <button
            type="button"
            className="icon-button"
            aria-label={dismissLabel}
            onClick={() => dismissNotice(id)}
          >
            <CloseIcon />
          </button>
        </div>
      ))}
    </section>
  );
}
