/** Styles of the terminal, for phones of 320 px and up, light and dark. */
export const STYLES = `
:root { color-scheme: light dark; --text: light-dark(#18181b, #f4f4f5); --soft: light-dark(#52525b, #b4b4bd); --page: light-dark(#f6f6f8, #101014); --box: light-dark(#fff, #1b1b21); --line: light-dark(#8a8a94, #71717c); --main: light-dark(#1e3a8a, #93b4ff); --on-main: light-dark(#fff, #10162b); --good: light-dark(#166534, #86efac); --bad: light-dark(#991b1b, #fca5a5); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
header, main { max-width: 34rem; margin: 0 auto; padding: 1rem; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: .5rem; }
main { background: var(--box); border: 1px solid var(--line); border-radius: .75rem; margin-bottom: 2rem; }
@media (max-width: 36rem) { main { border-width: 1px 0; border-radius: 0; } }
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1.125rem; margin: 1.25rem 0 .5rem; }
h2:first-child, main > p:first-child { margin-top: 0; }
a { color: var(--main); display: inline-block; min-width: 2.75rem; padding: .625rem 0; }
label { display: block; font-weight: 600; margin-top: 1rem; }
input, select { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--box); border: 1px solid var(--line); border-radius: .5rem; }
button { width: 100%; min-height: 2.75rem; margin-top: 1rem; padding: .5rem 1rem; font: inherit; font-weight: 600; color: var(--on-main); background: var(--main); border: 1px solid var(--main); border-radius: .5rem; cursor: pointer; }
button.quiet { color: var(--main); background: transparent; }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
.help { color: var(--soft); margin: .25rem 0 0; font-size: .875rem; }
.problem { border-left: 4px solid var(--bad); padding-left: .75rem; color: var(--bad); overflow-wrap: anywhere; }
.outcome { font-size: 1.25rem; font-weight: 700; margin: .5rem 0; }
.approved { color: var(--good); }
.declined { color: var(--bad); }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
ul { list-style: none; margin: 0; padding: 0; }
li { display: flex; justify-content: space-between; padding: .375rem 0; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
.steps { display: grid; gap: .5rem; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); margin-top: 1rem; }
.steps button { margin: 0; }
`;
