/** Line icons of 16 × 16, each one path. */

import { svg } from './dom.js';

const PATHS = {
  pool: 'M2 13V8M6 13V3M10 13V6M14 13V10',
  standing: 'M8 8.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 14a5.5 5.5 0 0 1 11 0',
  projection: 'M2 3v11h12M4.5 5c1 5 4 7 9 7.5',
  jobs: 'M2 4h12M2 8h8M2 12h10',
  shares: 'M8 2v4M8 6H4v4M8 6h4v4M2.5 10h3v4h-3zM10.5 10h3v4h-3z',
  pie: 'M8 2a6 6 0 1 0 6 6H8zM10.5 1.8v3.7h3.7',
  resources: 'M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM9 9h5v5H9z',
  history: 'M8 4v4l3 2M2.5 8a5.5 5.5 0 1 0 1.8-4.1M4.5 1v3h3',
  whatif: 'M2 4h7M13 4h1M2 12h1M7 12h7M11 2.5v3M5 10.5v3M2 8h12',
  utilization: 'M2 14V2M2 14h12M5 14V8h3v6M10 14V5h3v9',
  nodes: 'M2 3h12v4H2zM2 9h12v4H2zM4.5 5h.01M4.5 11h.01',
  health: 'M1.5 8h3l2-5 3 10 2-5h3',
  edits: 'M10.5 2.5l3 3L6 13l-4 1 1-4z',
  shadow: 'M6 10a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM10 14a4 4 0 1 0 0-8',
  volunteers: 'M2 3h12v8H2zM6 14h4M8 11v3',
  tables: 'M2 3h12v10H2zM2 6.5h12M6.5 6.5V13',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.5 10.5L14 14',
  menu: 'M2 4h12M2 8h12M2 12h12',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1',
  moon: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z',
  keys: 'M1.5 4h13v8h-13zM4 7h.01M7 7h.01M10 7h.01M12.5 7h.01M5 9.8h6',
};

export const icon = name =>
  svg('svg', { class: 'icon', viewBox: '0 0 16 16', 'aria-hidden': 'true', focusable: 'false' }, svg('path', { d: PATHS[name] }));
