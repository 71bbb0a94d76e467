/** Style of the pages, in the colors of the site's two themes. */
export const FRAME_STYLE = `
  :root { --ink: #0b1b2b; --muted: #4d5f6e; --error: #b3261e; color-scheme: light; }
  :root[data-theme="dark"] { --ink: #e5eef2; --muted: #9fb3be; --error: #ff8a80; color-scheme: dark; }
  body { margin: 0; padding: 16px; color: var(--ink); background: transparent; font: 1rem/1.5 system-ui, sans-serif; }
  #card { display: grid; gap: 12px; }
  .label { color: var(--muted); font-size: 0.875rem; }
  .copy { min-height: 1.5em; }
  form { display: grid; gap: 12px; max-width: 16rem; }
  label { display: grid; gap: 4px; font-size: 0.875rem; }
  input, button { box-sizing: border-box; min-height: 44px; padding: 0 12px; font: inherit; color: inherit;
    border: 1px solid var(--muted); border-radius: 6px; background: transparent; }
  input { font-size: 1rem; letter-spacing: 0.3em; }
  input[aria-invalid="true"] { border-color: var(--error); }
  button { cursor: pointer; font-weight: 600; }
  button:disabled { cursor: default; opacity: 0.6; }
  input:focus-visible, button:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
  p { margin: 0; color: var(--error); font-size: 0.875rem; }
  p:empty { display: none; }
`;
