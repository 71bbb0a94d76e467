import WebGlobalsEnvironment from './jsdom-environment';

/** jsdom environment for browser tests that also run the server, which needs Node's timers. */
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
