import WebGlobalsEnvironment from './jsdom-environment';

/** The jsdom environment of browser tests, in which the server runs, too. It needs the timers of Node. */
export default class SiteEnvironment extends WebGlobalsEnvironment {
  override async setup() {
    await super.setup();
    Object.assign(this.global, {
      setTimeout,
      clearTimeout,
      setInterval,
      clearInterval,
      setImmediate,
      clearImmediate,
      AbortController,
      AbortSignal,
      URL,
      URLSearchParams,
    });
  }
}
