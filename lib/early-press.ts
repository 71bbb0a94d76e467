/** Inline script: a press on a dialog's button is noted, so that one that comes before the page's code is not lost. */
export const earlyPressScript = `addEventListener('click',function(e){var b=e.target.closest&&e.target.closest('[data-dialog]');if(b)window.tidewellPressed=b.dataset.dialog},true)`;
