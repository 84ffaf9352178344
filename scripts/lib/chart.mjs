// A chart with logarithmic axes as SVG text.
const SIZE = { width: 720, height: 400, left: 64, right: 190, top: 40, bottom: 52 };
const COLOURS = ['#1c7ed6', '#2f9e44', '#e8590c', '#1098ad', '#5c940d', '#c2255c'];

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const label = (value) =>
  value >= 1e6 ? `${value / 1e6}M` : value >= 1e3 ? `${value / 1e3}k` : String(value);

/** The powers of ten that enclose the values. */
function decadesOf(values) {
  const first = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values)) - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

export function drawChart({ title, x, y, curves }) {
  const { width, height, left, right, top, bottom } = SIZE;
  const points = curves.flatMap((curve) => curve.points);
  const [across, up] = [0, 1].map((place) => decadesOf(points.map((point) => point[place])));
  const scale = (decades, from, to) => (value) =>
    from + ((Math.log10(value) - decades[0]) / (decades.at(-1) - decades[0])) * (to - from);
  const toX = scale(across, left, width - right);
  const toY = scale(up, height - bottom, top);
  const at = (value) => value.toFixed(1);

  const grid = [
    ...across.map((power) => {
      const place = at(toX(10 ** power));
      return `<path d="M${place} ${top}V${height - bottom}"/><text x="${place}" y="${height - bottom + 18}" text-anchor="middle">${label(10 ** power)}</text>`;
    }),
    ...up.map((power) => {
      const place = at(toY(10 ** power));
      return `<path d="M${left} ${place}H${width - right}"/><text x="${left - 8}" y="${place}" dy="4" text-anchor="end">${label(10 ** power)}</text>`;
    }),
  ];
  const lines = curves.map((curve, index) => {
    const colour = COLOURS[index % COLOURS.length];
    const dash = index >= curves.length / 2 ? ' stroke-dasharray="5 4"' : '';
    const path = curve.points.map(([px, py]) => `${at(toX(px))} ${at(toY(py))}`).join('L');
    const dots = curve.points
      .map(([px, py]) => `<circle cx="${at(toX(px))}" cy="${at(toY(py))}" r="3" fill="${colour}"/>`)
      .join('');
    const row = top + 8 + index * 20;
    return `<path d="M${path}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>${dots}
<path d="M${width - right + 16} ${row}h24" stroke="${colour}" stroke-width="2"${dash}/><text x="${width - right + 46}" y="${row + 4}">${escape(curve.name)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#343a40">
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="${left}" y="22" font-size="15" font-weight="600">${escape(title)}</text>
<g stroke="#dee2e6">${grid.join('\n').replaceAll('<text', '<text stroke="none"')}</g>
<text x="${(left + width - right) / 2}" y="${height - 12}" text-anchor="middle">${escape(x)}</text>
<text transform="translate(16 ${(top + height - bottom) / 2}) rotate(-90)" text-anchor="middle">${escape(y)}</text>
${lines.join('\n')}
</svg>
`;
}
