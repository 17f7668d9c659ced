/** For sister packages only: no compatibility promise. What is here loads fast. */
export { RosletError } from './roslet-error';
export { suggestNames } from './registry/suggestions';
