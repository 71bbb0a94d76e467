/* What the sample DApps have in common: a second language, and buttons that connect first. */
(() => {
  const isChinese = navigator.language.startsWith('zh');
  const say = isChinese
    ? {
        missing: '請在錢包的 DApp 頁面開啟本頁。',
        asking: '請在錢包中確認。',
        accepted: (id) => `錢包已接受：${id}`,
        refused: (reason) => `未完成：${reason}`,
      }
    : {
        missing: 'Open this page on the DApps page of the wallet.',
        asking: 'Confirm in the wallet.',
        accepted: (id) => `The wallet accepted it: ${id}`,
        refused: (reason) => `Not done: ${reason}`,
      };
  const status = document.querySelector('[role=status]');
  const whenWallet = (start) => {
    if (window.ethereum) start();
    else window.addEventListener('ethereum#initialized', start);
  };
  if (!window.ethereum) status.textContent = say.missing;
  whenWallet(() => {
    status.textContent = '';
  });

  /** Shows the page's texts in Chinese if that is the browser's language. */
  window.sayInChinese = (texts) => {
    if (!isChinese) return;
    document.documentElement.lang = 'zh-Hant';
    for (const element of document.querySelectorAll('[data-text]'))
      element.textContent = texts[element.dataset.text];
  };

  /** Calls `send` with the account when a button is pressed. It resolves to what the wallet returned. */
  window.onPress = (button, send) => {
    button.disabled = true;
    whenWallet(() => {
      button.disabled = false;
    });
    button.addEventListener('click', async () => {
      status.textContent = say.asking;
      try {
        const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' });
        status.textContent = say.accepted(await send(account));
      } catch (error) {
        status.textContent = say.refused(error.message);
      }
    });
  };
})();
