/** Line icons on a 24-unit grid, in the colour of the text around them; the text names them. */
const PATHS = {
  dashboard: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z',
  home: 'M4 11l8-7 8 7M6 9.500V20h12V9.500M10 20v-6h4v6',
  add: 'M4 6h6l2 2h8v11H4zM12 11v5M9.500 13.500h5',
  assign: 'M9 12h6M10 8H8a4 4 0 0 0 0 8h2M14 8h2a4 4 0 0 1 0 8h-2',
  addUser:
    'M10 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM3 20c0-4 3-6 7-6s7 2 7 6M19 7v6M16 10h6',
  users:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20c0-4 3-6 6.500-6s6.500 2 6.500 6M16 4.500a3.500 3.500 0 0 1 0 6M17.500 14.500c2.500.500 4 2.500 4 5.500',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 20c0-4 3.500-6 7.500-6s7.500 2 7.500 6',
  key: 'M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12h9M18 12v3.500M15 12v2.500',
  logout: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600 7 7M17 17l1.400 1.400M5.600 18.400 7 17M17 7l1.400-1.400',
  moon: 'M20 14.500A8.500 8.500 0 1 1 9.500 4a7 7 0 0 0 10.500 10.500z',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.500 2h-15zM10 20.500a2.200 2.200 0 0 0 4 0',
  dot: 'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  search: 'M11 17a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM15.500 15.500 20 20',
  display:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM9 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  database:
    'M12 10c4 0 7-1.300 7-3s-3-3-7-3-7 1.300-7 3 3 3 7 3zM5 7v10c0 1.700 3 3 7 3s7-1.300 7-3V7M5 12c0 1.700 3 3 7 3s7-1.300 7-3',
  table: 'M4 5h16v14H4zM4 10h16M10 10v9',
  filter: 'M4 5h16l-6 7.500V19l-4-2v-4.500z',
  columns: 'M4 5h16v14H4zM9.500 5v14M14.500 5v14',
  views: 'M7 4h10v16l-5-4-5 4z',
  export: 'M12 4v10M8 10.500l4 4 4-4M5 19h14',
  close: 'M6.500 6.500l11 11M17.500 6.500l-11 11',
  more: 'M5 8h14M8 12h8M10.500 16h3',
  code: 'M9 7l-5 5 5 5M15 7l5 5-5 5',
  flask:
    'M9 4h6M10 4v6l-5 8.500A1.500 1.500 0 0 0 6.300 20h11.400a1.500 1.500 0 0 0 1.300-1.500L14 10V4M7.500 15h9',
  shield:
    'M12 3.500l7 2.500v5.500c0 4.500-3 7.500-7 9-4-1.500-7-4.500-7-9V6zM9 12l2.200 2.200L15.500 10',
  pairs: 'M4 8h13M13.500 4.500 17 8l-3.500 3.500M20 16H7M10.500 12.500 7 16l3.500 3.500',
  report: 'M6 3.500h8l4 4v13H6zM14 3.500v4h4M9 12h6M9 16h6',
  list: 'M9 6h11M9 12h11M9 18h11M4.500 6h.010M4.500 12h.010M4.500 18h.010',
  eye: 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  function: 'M16 4.500c-5-1.500-4.500 3.500-5 7.500s-.500 9-5 7.500M7.500 10.500h7',
  play: 'M7.500 5l11 7-11 7z',
  bolt: 'M13 3 5.500 13.500H11L10 21l8-11h-6z',
  hash: 'M5 9.500h15M4 14.500h15M10 4.500l-2 15M16 4.500l-2 15',
  book: 'M5 4.500h6a1.500 1.500 0 0 1 1 .500 1.500 1.500 0 0 1 1-.500h6V18h-6a1.500 1.500 0 0 0-1 1 1.500 1.500 0 0 0-1-1H5zM12 5v13',
  offline:
    'M4 4l16 16M5 12a10 10 0 0 1 4-2.500M14 9.300a10 10 0 0 1 5 2.700M8.500 15.500a5 5 0 0 1 7 0M12 19h.010',
} as const;
export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill={name === 'dot' ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.700"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
