/**
 * Inline script: what is pressed before the page's code has come is held back, and pressed again by `pressAgain` once it
 * has, so that no press is lost and none counts twice. Links work by themselves.
 */
export const earlyPressScript = `(a=>{let g=e=>{let s=e.target.closest('button[type=button]');if(s){e.stopImmediatePropagation();a.push(s)}};addEventListener('click',g,true);window.pressAgain=()=>{removeEventListener('click',g,true);for(let s of a.splice(0))s.click()}})([])`;
