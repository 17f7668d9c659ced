import { bytesText } from '@roslet/cli/internal';
import * as echarts from 'echarts';
import type { Cost, Curve, Line } from './curves';

const WIDTH = 900;
const HEIGHT = 520;

const COSTS: readonly {
  readonly key: keyof Cost;
  readonly title: string;
  readonly dash: 'solid' | 'dashed' | 'dotted';
}[] = [
  { key: 'publisherCpuMicros', title: 'publisher CPU', dash: 'solid' },
  { key: 'subscriberCpuMicros', title: 'subscriber CPU', dash: 'dashed' },
  { key: 'wallMicros', title: 'from message to message', dash: 'dotted' },
  { key: 'roundTripMicros', title: 'round trip, median', dash: 'solid' },
];

/** An SVG with both axes logarithmic: what is proportional is a straight line. */
export function plotOf(curve: Curve, subtitle: string): string {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height: HEIGHT });
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    title: { text: curve.title, subtext: subtitle, left: 'center' },
    legend: { bottom: 0, itemGap: 24 },
    grid: { left: 80, right: 40, top: 80, bottom: 120 },
    xAxis: {
      type: 'log',
      logBase: 2,
      min: 'dataMin',
      max: 'dataMax',
      name: curve.xTitle,
      nameLocation: 'middle',
      nameGap: 32,
      axisLabel: { formatter: (value: number) => (curve.name === 'size' ? bytesText(value) : String(value)) },
    },
    yAxis: { type: 'log', logBase: 10, name: 'microseconds a message', nameLocation: 'middle', nameGap: 56 },
    series: curve.lines.flatMap(seriesOf),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

function seriesOf(line: Line): echarts.LineSeriesOption[] {
  const drawn = COSTS.filter(({ key }) => line.points.some((point) => point[key] !== undefined));
  return drawn.map(({ key, title, dash }) => ({
    type: 'line',
    name: `${line.name}: ${title}`,
    lineStyle: { type: dash },
    // A logarithm has no place for what is too little to be measured.
    data: line.points.map((point) => [point.x, point[key] ? point[key] : null]),
  }));
}
