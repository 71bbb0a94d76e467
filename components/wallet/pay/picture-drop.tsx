import { type DragEvent, type ReactNode, useState } from 'react';

/** Accepts a picture or text that is dropped or pasted. The buttons inside do the same. */
export function PictureDrop({
  onPicture,
  onText,
  children,
}: {
  onPicture: (picture: Blob) => void;
  onText: (text: string) => void;
  children: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  const take = (data: DataTransfer): boolean => {
    const picture = data.files[0];
    const text = data.getData('text/plain');
    if (picture) onPicture(picture);
    else if (text) onText(text);
    return picture !== undefined || text !== '';
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside do the same as drop and paste
    <div
      data-over={isOver ? '' : undefined}
      className="grid gap-4 rounded-soft border border-dashed border-edge bg-raised p-5 data-over:border-water data-over:bg-water-wash"
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer);
      }}
      onPaste={(event) => {
        if (take(event.clipboardData)) event.preventDefault();
      }}
    >
      {children}
    </div>
  );
}
