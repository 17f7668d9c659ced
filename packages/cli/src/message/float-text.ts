/**
 * A floating point number as Python prints it, which `ros2` shows: `1.0`, `1e-05`, `1e+16`. With `yaml`, as PyYAML writes it: `1.0e-05`,
 * `.nan`, `-.inf`.
 */
export function floatText(value: number, style: 'python' | 'yaml'): string {
  if (!Number.isFinite(value)) return notFinite(value, style);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) return exponentText(value, style);
  const text = Object.is(value, -0) ? '-0' : String(value);
  return Number.isInteger(value) ? `${text}.0` : text;
}

function notFinite(value: number, style: 'python' | 'yaml'): string {
  const word = Number.isNaN(value) ? 'nan' : 'inf';
  const sign = value < 0 ? '-' : '';
  return style === 'yaml' ? `${sign}.${word}` : `${sign}${word}`;
}

function exponentText(value: number, style: 'python' | 'yaml'): string {
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  const digits = style === 'yaml' && !mantissa.includes('.') ? `${mantissa}.0` : mantissa;
  return `${digits}e${exponent.slice(0, 1)}${exponent.slice(1).padStart(2, '0')}`;
}
