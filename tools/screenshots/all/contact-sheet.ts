import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Shot } from './shoot';

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE = `
  body { margin: 2rem; font: 14px/1.5 system-ui, sans-serif; background: #e8eef0; color: #0b1b2b; }
  nav { columns: 12rem; }
  section { margin-block: 2.5rem; }
  h2 { position: sticky; top: 0; margin: 0; padding-block: 0.5rem; background: inherit; }
  div { display: flex; flex-wrap: wrap; align-items: start; gap: 1rem; }
  figure { margin: 0; width: 15rem; }
  figure.wide { width: 30rem; }
  img { width: 100%; max-height: 40rem; object-fit: cover; object-position: top; border: 1px solid #6f808b; }
  .failure { color: #8f1620; }
`;

/** Writes `index.html`, which shows all pictures by screen and state. */
export async function writeContactSheet(
  folder: string,
  shots: readonly Shot[],
  failures: readonly string[],
): Promise<void> {
  const groups = new Map<string, Shot[]>();
  for (const shot of shots) {
    const name = `${shot.screen}-${shot.state}`;
    groups.set(name, [...(groups.get(name) ?? []), shot]);
  }
  const figure = ({ file, lang, theme, width }: Shot) =>
    `<figure class="${width > 360 ? 'wide' : ''}"><a href="${file}"><img src="${file}" alt="" loading="lazy"></a>` +
    `<figcaption>${lang} · ${theme} · ${width}</figcaption></figure>`;
  const sections = [...groups].map(
    ([name, group]) =>
      `<section id="${name}"><h2>${name}</h2><div>${group.map(figure).join('\n')}</div></section>`,
  );
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Screens</title>
<style>${STYLE}</style>
<h1>${shots.length} pictures of ${groups.size} screens</h1>
${failures.map((failure) => `<p class="failure">${escaped(failure)}</p>`).join('\n')}
<nav>${[...groups.keys()].map((name) => `<a href="#${name}">${name}</a><br>`).join('\n')}</nav>
${sections.join('\n')}
</html>
`;
  await writeFile(path.join(folder, 'index.html'), html);
}
