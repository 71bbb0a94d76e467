import { type ReceiptContent, receiptColors, receiptDrawing } from './receipt-layout';

/** Image pixels per layout unit. */
const SCALE = 2;
const TEXT_WEIGHT = 370;

/** Draws a receipt as a PNG in the page's fonts. @throws if the browser cannot draw it. */
export async function drawReceipt(content: ReceiptContent, locale: string): Promise<Blob> {
  const root = getComputedStyle(document.documentElement);
  const sans = root.fontFamily;
  const mono = root.getPropertyValue('--font-mono');
  // A font that no visible text has used yet is not loaded, and a canvas would use another one.
  // Loading fails if the device lacks a fallback font. The canvas then uses the next font in the list.
  await document.fonts.load(`${TEXT_WEIGHT} 16px ${sans}`, content.headline).catch(() => []);
  const canvas = document.createElement('canvas');
  // Selects the language's own forms of Han characters.
  canvas.lang = locale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  const fontOf = ({ size, weight = TEXT_WEIGHT, isMono = false }: FontStyle) =>
    `${weight} ${size}px ${isMono ? mono : sans}`;
  const { width, height, items } = receiptDrawing(content, (text, style) => {
    context.font = fontOf(style);
    return context.measureText(text).width;
  });
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const item of items) {
    context.setTransform(SCALE, 0, 0, SCALE, 0, 0);
    const color = receiptColors[item.color];
    context.fillStyle = color;
    context.strokeStyle = color;
    if (item.type === 'rect') context.fillRect(item.x, item.y, item.width, item.height);
    else if (item.type === 'text') {
      context.font = fontOf(item);
      context.textAlign = item.align === 'end' ? 'right' : 'left';
      context.fillText(item.text, item.x, item.y);
    } else {
      context.translate(item.x, item.y);
      context.scale(item.scale, item.scale);
      const path = new Path2D(item.d);
      if (item.width === undefined) context.fill(path);
      else {
        context.lineWidth = item.width;
        context.stroke(path);
      }
    }
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

type FontStyle = { size: number; weight?: number; isMono?: boolean };
