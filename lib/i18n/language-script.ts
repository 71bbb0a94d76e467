/**
 * Inline script that puts the visitor's language before first paint without making a page dynamic. `?lang=` wins over
 * the stored language; a prefixed path shows its own language unless `?lang=` says otherwise (ART-1, I18N-1).
 */
export const languageScript = `(function(){var p=location.pathname,z=p==='/zh-Hant'||p.indexOf('/zh-Hant/')===0,q=new URLSearchParams(location.search).get('lang'),s=null;try{s=localStorage.getItem('lang')}catch(e){}var w=q==='zh_CN'||q==='en_US'?q:z?null:s;if(w==='zh_CN'&&!z)location.replace('/zh-Hant'+p+location.search+location.hash);else if(w==='en_US'&&z)location.replace((p.slice(8)||'/')+location.search+location.hash)})()`;
