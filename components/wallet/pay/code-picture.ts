const SIDE_PX = 1_024;

/** A drawn code as a PNG. @throws where the browser cannot draw it. */
export async function pictureOf(svg: SVGSVGElement): Promise<Blob> {
  const image = new Image(SIDE_PX, SIDE_PX);
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SIDE_PX;
  canvas.height = SIDE_PX;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(image, 0, 0, SIDE_PX, SIDE_PX);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}
