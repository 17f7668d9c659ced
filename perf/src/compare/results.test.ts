import type { Contestant, Variant } from './contestant';
import type { Metric } from './metrics';
import { type MeasuredContestant, resultsOf } from './results';

function measured(
  name: string,
  variant: Variant | undefined,
  size: number,
  exchange: MeasuredContestant['exchange'],
  medians: Partial<Record<Metric, number>>,
): MeasuredContestant {
  const contestant = { name, variant } as Contestant;
  return { contestant, exchange, size, medians };
}

const OURS: Variant = { mode: 'copy', wait: 'spin' };

test('each variant of Roslet is compared with each other contestant of its size', () => {
  const results = resultsOf(
    ['roundTripMicros'],
    [
      measured('roslet copy spin', OURS, 64, 'roundTrip', { roundTripMicros: 5 }),
      measured('roslet copy spin', OURS, 1024, 'roundTrip', { roundTripMicros: 6 }),
      measured('zeromq-pair', undefined, 64, 'roundTrip', { roundTripMicros: 100 }),
      measured('zeromq-pair', undefined, 1024, 'roundTrip', { roundTripMicros: 120 }),
      measured('zeromq-push-pull', undefined, 64, 'oneWay', { messagesPerSecond: 1 }),
    ],
  );
  const common = { metric: 'roundTripMicros', mode: 'copy', wait: 'spin', peer: 'zeromq-pair', ratio: 20 };
  expect(results).toEqual([
    { ...common, size: 64, roslet: 5, value: 100 },
    { ...common, size: 1024, roslet: 6, value: 120 },
  ]);
});

test("a service call is compared with the others' round trips", () => {
  const results = resultsOf(
    ['serviceCallMicros'],
    [
      measured('roslet copy spin', OURS, 64, 'serviceCall', { serviceCallMicros: 8 }),
      measured('native-spin', undefined, 64, 'roundTrip', { roundTripMicros: 1 }),
    ],
  );
  expect(results).toMatchObject([
    { metric: 'serviceCallMicros', roslet: 8, peer: 'native-spin', value: 1, ratio: 0.125 },
  ]);
});
