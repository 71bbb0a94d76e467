import WebGlobalsEnvironment from '../../tests/support/jsdom-environment';
import type { Event, State } from './circus';
import { MutantRuns } from './mutant-runs';

/** The environment of the unit tests, with mutants. */
export default class MutantJsdomEnvironment extends WebGlobalsEnvironment {
  readonly #runs: MutantRuns;

  constructor(...[config, context]: ConstructorParameters<typeof WebGlobalsEnvironment>) {
    super(config, context);
    this.#runs = new MutantRuns(this.global, context.testPath);
  }

  handleTestEvent(event: Event, state: State): void {
    this.#runs.handle(event, state);
  }
}
