import { useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import type { ArticleEntry } from '@/lib/api/types';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import type { SiteDialogProps } from '../site-dialog-props';
import { AnnouncementDetail } from './announcement-detail';
import { AnnouncementList } from './announcement-list';

type View = { reading: ArticleEntry | null; last: number | null };
const LIST: View = { reading: null, last: null };

/** The list of announcements, and one of them with the way back (WAL-12). */
export function AnnouncementsDialog({ locale, wording }: SiteDialogProps) {
  const open = useDialogs((state) => state.open === 'announcements');
  const [{ reading, last }, setView] = useState(LIST);
  return (
    <Dialog
      open={open}
      onClose={() => closeDialog('announcements')}
      onClosed={() => setView(LIST)}
      title={reading?.title ?? wording.announcements.title}
      closeLabel={wording.close}
    >
      <div className="min-h-[min(36rem,60dvh)]">
        {reading ? (
          <AnnouncementDetail
            entry={reading}
            locale={locale}
            wording={wording}
            onBack={() => setView({ reading: null, last: reading.id })}
          />
        ) : (
          <AnnouncementList
            locale={locale}
            wording={wording}
            focused={last}
            onOpen={(entry) => setView({ reading: entry, last: null })}
          />
        )}
      </div>
    </Dialog>
  );
}
