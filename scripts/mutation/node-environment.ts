import { TestEnvironment } from 'jest-environment-node';
import type { Event, State } from './circus';
import { MutantRuns } from './mutant-runs';

/** The Node environment, with mutants. */
export default class MutantNodeEnvironment extends TestEnvironment {
  readonly #runs: MutantRuns;

  constructor(...[config, context]: ConstructorParameters<typeof TestEnvironment>) {
    super(config, context);
    this.#runs = new MutantRuns(this.global, context.testPath);
  }

  handleTestEvent(event: Event, state: State): void {
    this.#runs.handle(event, state);
  }
}
