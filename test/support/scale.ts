/**
 * How often tests of endurance repeat. `npm test` on a desk repeats enough to catch what is broken; `ROSLET_ACCEPTANCE=full`
 * (set by `.ci/run`) repeats as often as the acceptance demands.
 */
export function rounds(full: number, quick: number): number {
  return process.env['ROSLET_ACCEPTANCE'] === 'full' ? full : quick;
}
